package dev.bowline.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration;
import org.springframework.boot.autoconfigure.mongo.MongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with repository, template and transactions, on Bowline, while its deployment fails over. */
class SpringApplicationTest {
    record Account(@Id String id, String owner, int balance) {}

    interface Accounts extends MongoRepository<Account, String> {
        List<Account> findByOwner(String owner);
    }

    @Configuration
    @EnableMongoRepositories(considerNestedRepositories = true, basePackageClasses = SpringApplicationTest.class)
    static class Application {
        @Bean
        MongoTransactionManager transactions(MongoDatabaseFactory factory) {
            return new MongoTransactionManager(factory);
        }
    }

    private static ApplicationContextRunner runner(Deployment deployment) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BowlineSpringBoot3AutoConfiguration.class,
                        MongoAutoConfiguration.class, MongoDataAutoConfiguration.class))
                .withPropertyValues("spring.data.mongodb.uri=" + uri(deployment));
    }

    private static String uri(Deployment deployment) {
        return deployment.connectionString().replace("/?", "/bank?")
                + "&heartbeatFrequencyMS=500&connectTimeoutMS=1000";
    }

    @Test
    void theClientIsBowlinesUnlessItIsTurnedOff() {
        try (Deployment deployment = Deployment.replicaSet(1)) {
            runner(deployment).run(context -> assertThat(context.getBean(MongoClient.class).getClass().getName())
                    .startsWith("dev.bowline.sync."));
            runner(deployment).withPropertyValues("bowline.enabled=false")
                    .run(context -> assertThat(context.getBean(MongoClient.class).getClass().getName())
                            .startsWith("com.mongodb."));
        }
    }

    @Test
    void repositoriesTemplateAndTransactionsSurviveEveryFault() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            runner(deployment).withUserConfiguration(Application.class).run(context -> {
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
}
