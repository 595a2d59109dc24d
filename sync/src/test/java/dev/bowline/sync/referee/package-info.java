/**
 * Compares this module with the official driver, call by call. A script runs once with each client, against deployments
 * that are alike; every call of an official interface, its result or error, and the commands and events it led to are
 * written down, and the two transcripts must be the same. A method that no script calls fails the build.
 */
package dev.bowline.sync.referee;
