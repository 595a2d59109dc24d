package dev.bowline.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.config.EnableMongoAuditing;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.messaging.ChangeStreamRequest;
import org.springframework.data.mongodb.core.messaging.DefaultMessageListenerContainer;
import org.springframework.data.mongodb.core.messaging.MessageListenerContainer;
import org.springframework.data.mongodb.core.messaging.Subscription;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application with repository, template, transactions, change streams and auditing, on Bowline, through failovers.
 * It knows nothing of the line of Spring Boot; the module boot-4 beside it runs it with the newer one.
 */
class SpringApplicationTest {
    record Account(@Id String id, String owner, int balance) {}

    /** A booking; Spring writes the dates and counts the versions. */
    static class Booking {
        @Id
        String id;
        @Version
        Long version;
        @CreatedDate
        Instant created;
        @LastModifiedDate
        Instant changed;
        int amount;

        Booking(String id, int amount) {
            this.id = id;
            this.amount = amount;
        }
    }

    interface Accounts extends MongoRepository<Account, String> {
        List<Account> findByOwner(String owner);
    }

    @Configuration
    @EnableAutoConfiguration
    @EnableMongoAuditing
    @EnableMongoRepositories(considerNestedRepositories = true, basePackageClasses = SpringApplicationTest.class)
    static class Application {
        @Bean
        MongoTransactionManager transactions(MongoDatabaseFactory factory) {
            return new MongoTransactionManager(factory);
        }
    }

    private interface Body {
        void run(ConfigurableApplicationContext context) throws Exception;
    }

    /** Starts the application as its main method would. The first property is that of Boot 3, the second of Boot 4. */
    private static void run(Deployment deployment, Body body, String... properties) throws Exception {
        String uri = deployment.connectionString().replace("/?", "/bank?")
                + "&heartbeatFrequencyMS=500&connectTimeoutMS=1000";
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE).bannerMode(Banner.Mode.OFF).properties("spring.data.mongodb.uri=" + uri,
                        "spring.mongodb.uri=" + uri)
                .properties(properties).run()) {
            body.run(context);
        }
    }

    @Test
    void theClientIsBowlinesUnlessItIsTurnedOff() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(1)) {
            run(deployment, context -> assertThat(context.getBean(MongoClient.class).getClass().getName()).startsWith(
                    "dev.bowline.sync."));
            run(deployment, context -> assertThat(context.getBean(MongoClient.class).getClass().getName()).startsWith(
                    "com.mongodb."), "bowline.enabled=false");
        }
    }

    @Test
    void healthAndMetricsAreThoseOfTheClient() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(1)) {
            run(deployment, context -> {
                context.getBean(Accounts.class).save(new Account("a", "ada", 100));
                assertThat(health(context)).startsWith("UP");
                MeterRegistry meters = context.getBean(MeterRegistry.class);
                assertThat(meters.get("mongodb.driver.commands").tag("command", "update").timer().count()).isEqualTo(1);
                assertThat(meters.get("mongodb.driver.pool.size").gauge().value()).isPositive();
                context.getBean(MongoClient.class).close();
                assertThat(health(context)).startsWith("DOWN");
            });
        }
    }

    /** By reflection, because the class is not in the same package in Boot 3 and in Boot 4. */
    private static String health(ConfigurableApplicationContext context) throws Exception {
        Object indicator = context.getBean("mongoHealthContributor");
        Method method = Arrays.stream(indicator.getClass().getMethods()).filter(each -> each.getName().equals("health")
                && each.getParameterCount() == 0).findFirst().orElseThrow();
        return method.invoke(indicator).toString();
    }

    @Test
    void repositoriesTemplateAndTransactionsSurviveEveryFault() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            run(deployment, context -> {
                Accounts accounts = context.getBean(Accounts.class);
                MongoTemplate template = context.getBean(MongoTemplate.class);
                TransactionTemplate transaction = new TransactionTemplate(
                        context.getBean(MongoTransactionManager.class));
                accounts.save(new Account("a", "ada", 100));
                accounts.save(new Account("b", "bob", 100));
                Member[] killed = new Member[1];
                AtomicInteger transfers = new AtomicInteger();
                for (int round = 0; round < 9; round++) {
                    Member victim = deployment.awaitPrimary();
                    switch (round) {
                        case 2 -> {
                            killed[0] = victim;
                            deployment.kill(victim);
                        }
                        case 4 -> deployment.stepDown();
                        case 6 -> deployment.freeze(victim);
                        default -> {
                        }
                    }
                    // Spring does not repeat a transaction by itself; the write before finds the new primary.
                    template.updateFirst(Query.query(Criteria.where("_id").is("a")), new Update().inc("touched", 1),
                            Account.class);
                    transaction.executeWithoutResult(status -> {
                        template.updateFirst(Query.query(Criteria.where("_id").is("a")),
                                new Update().inc("balance", -1),
                                Account.class);
                        template.updateFirst(Query.query(Criteria.where("_id").is("b")), new Update().inc("balance", 1),
                                Account.class);
                    });
                    transfers.incrementAndGet();
                    if (round == 3) {
                        deployment.restart(killed[0]);
                    }
                }
                assertThat(accounts.findByOwner("ada").get(0).balance()).isEqualTo(100 - transfers.get());
                assertThat(accounts.findByOwner("bob").get(0).balance()).isEqualTo(100 + transfers.get());
            });
        }
    }

    @Test
    void changeStreamsAndAuditingSurviveEveryFault() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            run(deployment, context -> {
                MongoTemplate template = context.getBean(MongoTemplate.class);
                BlockingQueue<String> seen = new LinkedBlockingQueue<>();
                BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
                MessageListenerContainer container = new DefaultMessageListenerContainer(template);
                container.start();
                try {
                    ChangeStreamRequest<Booking> request = ChangeStreamRequest.<Booking>builder(
                            message -> seen.add(message.getBody().id)).collection("booking").build();
                    Subscription subscription = container.register(request, Booking.class, failures::add);
                    assertThat(subscription.await(Duration.ofSeconds(30))).isTrue();
                    for (int i = 0; i < 4; i++) {
                        Member victim = deployment.awaitPrimary();
                        switch (i) {
                            case 1 -> deployment.kill(victim);
                            case 2 -> deployment.stepDown();
                            case 3 -> deployment.freeze(victim);
                            default -> {
                            }
                        }
                        template.save(new Booking("b" + i, i));
                        assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("b" + i);
                        if (i == 1) {
                            deployment.restart(victim);
                        }
                    }
                    assertThat(failures).isEmpty();
                } finally {
                    container.stop();
                }
                Booking booking = template.findById("b0", Booking.class);
                assertThat(booking.created).isNotNull();
                assertThat(booking.version).isZero();
                booking.amount = 7;
                Booking saved = template.save(booking);
                assertThat(saved.version).isEqualTo(1);
                assertThat(saved.changed).isAfterOrEqualTo(saved.created);
            });
        }
    }
}
