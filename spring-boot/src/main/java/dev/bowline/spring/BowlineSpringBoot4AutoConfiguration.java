package dev.bowline.spring;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import dev.bowline.sync.BowlineMongoClients;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoClientFactorySupport;
import org.springframework.boot.mongodb.autoconfigure.MongoClientSettingsBuilderCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Makes the application's {@code MongoClient} a Bowline client, for Spring Boot 4. Set {@code bowline.enabled=false} to
 * go back to the official driver without a change of dependencies.
 */
@AutoConfiguration(before = MongoAutoConfiguration.class)
@ConditionalOnClass(MongoAutoConfiguration.class)
@ConditionalOnProperty(name = "bowline.enabled", matchIfMissing = true)
public class BowlineSpringBoot4AutoConfiguration {
    /** For Spring. */
    public BowlineSpringBoot4AutoConfiguration() {}

    /** The client, made from the application's settings with all customizers applied; closed with the context. */
    @Bean
    @ConditionalOnMissingBean(MongoClient.class)
    public MongoClient mongo(ObjectProvider<MongoClientSettingsBuilderCustomizer> customizers,
            MongoClientSettings settings) {
        return new Factory(customizers.orderedStream().toList()).createMongoClient(settings);
    }

    private static final class Factory extends MongoClientFactorySupport<MongoClient> {
        Factory(List<MongoClientSettingsBuilderCustomizer> customizers) {
            super(customizers, BowlineMongoClients::create);
        }
    }
}
