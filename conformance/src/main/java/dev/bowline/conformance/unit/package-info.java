/**
 * The formats that need no deployment, or bring their own: selection, discovery, pooling, connection strings, concerns,
 * BSON. Each class reads the files of some directories and checks them against the pure functions or the parts of the
 * rooms that they specify.
 *
 * <p>No locks; a format that needs threads makes and ends them within one case. The formats are described in the README
 * beside the test data.
 */
@NullMarked
package dev.bowline.conformance.unit;

import org.jspecify.annotations.NullMarked;
