/**
 * Builder functions for filters, updates, sorts, projections, index keys and aggregation stages, by the names that
 * users of the official driver know. Each yields a {@link org.bson.conversions.Bson}, which becomes a document only
 * when it is sent, with the codecs of the collection it is used on.
 *
 * <p>Everything here is immutable, except the option objects that live within one call.
 */
@NullMarked
package dev.bowline.model;

import org.jspecify.annotations.NullMarked;
