/**
 * What is known of a deployment: immutable descriptions of servers and of their topology (server discovery and
 * monitoring, "TopologyDescription" and "ServerDescription").
 */
@org.jspecify.annotations.NullMarked
package dev.bowline.driver.description;
