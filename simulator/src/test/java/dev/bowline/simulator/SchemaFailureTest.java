package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A document that fails its collection's schema is answered with the reasons. */
@Timeout(60)
class SchemaFailureTest {
    private final Deployment deployment = Deployment.builder().standalone().start();
    private final MongoClient client = MongoClients.create(deployment.connectionString());
    private final MongoDatabase database = client.getDatabase("test");

    @AfterEach
    void stop() {
        client.close();
        deployment.close();
    }

    private Document details(String schema, String document) {
        database.runCommand(Document.parse("{create: 'c', validator: {$jsonSchema: " + schema + "}}"));
        return database.runCommand(Document.parse("{insert: 'c', documents: [" + document + "]}"))
                .getList("writeErrors", Document.class).get(0).getEmbedded(List.of("errInfo", "details"),
                        Document.class);
    }

    @Test
    void descriptionsOfTheSchemaAreRepeated() {
        assertThat(details("{title: 'T', properties: {a: {bsonType: 'int', minimum: 3, description: 'D'}}}",
                "{_id: 1, a: 1}")).isEqualTo(Document.parse("""
                        {operatorName: '$jsonSchema', title: 'T', schemaRulesNotSatisfied: [
                          {operatorName: 'properties', propertiesNotSatisfied: [
                            {propertyName: 'a', description: 'D', details: [
                              {operatorName: 'minimum', specifiedAs: {minimum: 3}, reason: 'comparison failed',
                               consideredValue: 1}]}]}]}
                        """));
    }

    @Test
    void theTypeIsToldWhereItIsTheReason() {
        assertThat(details("{required: ['b'], properties: {a: {bsonType: 'int'}}}", "{_id: 1, a: 'x'}"))
                .isEqualTo(Document.parse("""
                        {operatorName: '$jsonSchema', schemaRulesNotSatisfied: [
                          {operatorName: 'required', specifiedAs: {required: ['b']}, missingProperties: ['b']},
                          {operatorName: 'properties', propertiesNotSatisfied: [
                            {propertyName: 'a', details: [
                              {operatorName: 'bsonType', specifiedAs: {bsonType: 'int'}, reason: 'type did not match',
                               consideredValue: 'x', consideredType: 'string'}]}]}]}
                        """));
    }
}
