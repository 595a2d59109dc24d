/**
 * Places as GeoJSON has them (RFC 7946, and the {@code crs} that the server still knows): points, lines, areas and
 * collections of them. They are values, are stored and read wherever a document holds one, and are taken by
 * {@link dev.bowline.model.Filters}, {@link dev.bowline.model.Aggregates} and {@link dev.bowline.model.SearchOperator}.
 *
 * <p>Everything here is immutable.
 */
@NullMarked
package dev.bowline.model.geojson;

import org.jspecify.annotations.NullMarked;
