/**
 * Builders of filters, updates, projections, sorts, indexes, pipelines, expressions and places. Depends on bson alone.
 */
module dev.bowline.builders {
    requires transitive org.mongodb.bson;
    requires static transitive org.jspecify;

    exports dev.bowline.model;
    exports dev.bowline.model.geojson;
    exports dev.bowline.model.mql;
}
