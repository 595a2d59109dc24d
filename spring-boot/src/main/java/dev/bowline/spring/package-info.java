/**
 * Auto-configuration for Spring Boot: the {@code MongoClient} that Spring Data and the health and metrics support use
 * is Bowline's. Properties ({@code spring.data.mongodb.*}, {@code spring.mongodb.*}) and customizers apply unchanged.
 */
@org.jspecify.annotations.NullMarked
package dev.bowline.spring;
