/** The demo: writers that go on while the deployment under them fails, and an account of every write at the end. */
@NullMarked
package dev.bowline.cli.demo;

import org.jspecify.annotations.NullMarked;
