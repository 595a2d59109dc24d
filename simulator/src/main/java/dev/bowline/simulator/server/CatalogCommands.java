package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Collation;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.Matching;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.Store;
import dev.bowline.simulator.store.StoreDatabase;
import dev.bowline.simulator.store.StoredCollection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Databases, collections and indexes. */
final class CatalogCommands {
    private static final Set<String> COLLECTION_OPTIONS = Set.of("capped", "size", "max", "validator",
            "validationLevel",
            "validationAction", "viewOn", "pipeline", "collation", "timeseries", "expireAfterSeconds", "clusteredIndex",
            "changeStreamPreAndPostImages", "storageEngine", "indexOptionDefaults", "encryptedFields", "autoIndexId",
            "idIndex");

    /** Every server has them. */
    private static final List<String> SYSTEM_DATABASES = List.of("admin", "config", "local");

    private final Server server;

    CatalogCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        int writes = Command.WRITES | Command.CONCERNED;
        table.add("create", writes | Command.STABLE | Command.TRANSACTIONAL, this::create);
        table.add("drop", writes | Command.STABLE, this::drop);
        table.add("dropDatabase", writes | Command.STABLE, this::dropDatabase);
        table.add("createIndexes", writes | Command.STABLE | Command.TRANSACTIONAL, this::createIndexes);
        table.add("dropIndexes", writes | Command.STABLE, this::dropIndexes);
        table.add("deleteIndexes", writes, this::dropIndexes);
        table.add("collMod", writes | Command.STABLE, this::collMod);
        table.add("renameCollection", writes | Command.ADMIN, this::renameCollection);
        table.add("listCollections", Command.READS | Command.STABLE, this::listCollections);
        table.add("listDatabases", Command.READS | Command.ADMIN | Command.STABLE, this::listDatabases);
        table.add("listIndexes", Command.READS | Command.STABLE, this::listIndexes);
        table.add("collStats", Command.READS, this::collStats);
        table.add("dataSize", Command.READS, this::dataSize);
        table.add("dbStats", Command.READS, this::dbStats);
        table.add("validate", Command.READS, this::validate);
        for (String name : List.of("createSearchIndexes", "updateSearchIndex", "dropSearchIndex")) {
            table.add(name, 0, request -> {
                throw notAtlas();
            });
        }
    }

    static ServerError notAtlas() {
        return new ServerError(31082,
                "Using Atlas Search Database Commands and the $listSearchIndexes aggregation stage "
                        + "requires additional configuration. Please connect to Atlas or an AtlasCLI local deployment "
                        + "to enable.");
    }

    private Document create(Request request) {
        Namespace namespace = request.namespace();
        Document options = new Document();
        for (Map.Entry<String, Object> entry : request.body.entrySet()) {
            String name = entry.getKey();
            if (COLLECTION_OPTIONS.contains(name)) {
                options.put(name, entry.getValue());
            }
        }
        WriteCommands.checkWritable(namespace);
        if (!Values.isTrue(options.get("capped")) && (options.containsKey("size") || options.containsKey("max"))) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS,
                    "the 'capped' field needs to be true when either the 'size' or 'max' fields are present");
        }
        if (options.get("clusteredIndex") instanceof Document clustered) {
            Document full = new Document("v", 2);
            full.putAll(clustered);
            full.putIfAbsent("name", "_id_");
            options.put("clusteredIndex", full);
        }
        if (Values.isTrue(options.get("capped")) && !options.containsKey("size")) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS, "the 'size' field is required when 'capped' is true");
        }
        new Validators(server).parse(options.get("validator"));
        if (options.get("collation") instanceof Document given) {
            Collation collation = Collation.parse(given);
            if (collation == null) {
                options.remove("collation");
            } else {
                options.put("collation", collation.full());
            }
        }
        if (options.containsKey("viewOn")) {
            List<Document> stages = options.containsKey("pipeline")
                    ? Values.documents(options, "pipeline")
                    : List.of();
            Queries queries = new Queries(request, null, null);
            if (new Pipelines(server, queries, namespace.database(), String.valueOf(options.get("viewOn")), stages)
                    .pipeline().output() != null) {
                throw new QueryError(167, "The aggregation stage $out or $merge cannot be used in a view");
            }
        } else if (options.containsKey("pipeline")) {
            throw new QueryError(ErrorCodes.INVALID_OPTIONS,
                    "'pipeline' requires 'viewOn' to also be specified");
        }
        Access.write(request, store -> {
            StoredCollection existing = store.collection(namespace);
            if (existing != null) {
                if (server.generation().wireVersion() >= 21 && existing.collectionOptions().equals(options)) {
                    return null;
                }
                throw new ServerError(ErrorCodes.NAMESPACE_EXISTS, "Collection already exists. NS: " + namespace);
            }
            store.create(namespace, options);
            return null;
        });
        return new Document();
    }

    private Document drop(Request request) {
        Namespace namespace = request.namespace();
        int indexes = Access.write(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (namespace.collection().equals("system.views")) {
                // It holds the definitions of all views.
                store.database(request.database).collections().values().stream().filter(StoredCollection::isView)
                        .map(StoredCollection::namespace).toList().forEach(store::drop);
                return 1;
            }
            if (collection == null) {
                return -1;
            }
            int count = collection.indexSpecs().size();
            store.drop(namespace);
            return count;
        });
        if (indexes < 0) {
            if (server.generation().wireVersion() >= 21) {
                return new Document();
            }
            throw new ServerError(ErrorCodes.NAMESPACE_NOT_FOUND, "ns not found");
        }
        return new Document("nIndexesWas", indexes).append("ns", namespace.fullName());
    }

    private Document dropDatabase(Request request) {
        boolean existed = Access.write(request, store -> {
            List<String> names = List.copyOf(store.database(request.database).collections().keySet());
            for (String name : names) {
                store.drop(new Namespace(request.database, name));
            }
            if (!names.isEmpty()) {
                store.captured(new Effect.DropDatabase(request.database));
            }
            return !names.isEmpty();
        });
        return existed ? new Document("dropped", request.database) : new Document();
    }

    private Document createIndexes(Request request) {
        Namespace namespace = request.namespace();
        List<Document> specs = Values.documents(request.body, "indexes");
        if (specs.isEmpty()) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "Must specify at least one index to create");
        }
        return Access.write(request, store -> {
            boolean created = store.collection(namespace) == null;
            StoredCollection collection = store.collectionOrCreate(namespace);
            int before = collection.indexSpecs().size();
            for (Document spec : specs) {
                createIndex(store, collection, spec);
            }
            int after = collection.indexSpecs().size();
            Document reply = new Document("numIndexesBefore", before).append("numIndexesAfter", after)
                    .append("createdCollectionAutomatically", created);
            if (before == after) {
                reply.append("note", "all indexes already exist");
            }
            return reply;
        });
    }

    private static void createIndex(Store store, StoredCollection collection, Document given) {
        Document key = Values.requiredDocument(given, "key", "createIndexes.indexes");
        if (key.isEmpty()) {
            throw new ServerError(67, "Index keys cannot be an empty object");
        }
        String name = Values.string(given, "name");
        if (name == null || name.isEmpty()) {
            throw name == null
                    ? Values.missing("createIndexes.indexes", "name")
                    : new ServerError(67, "The index name cannot be empty");
        }
        checkKey(key, given);
        Document spec = new Document("v", given.getOrDefault("v", 2)).append("key", key).append("name", name);
        given.forEach((field, value) -> {
            if (!field.equals("ns")) {
                spec.putIfAbsent(field, value);
            }
        });
        if (key.equals(new Document("_id", 1))) {
            checkIdIndex(given);
            return;
        }
        Collation collation = given.get("collation") instanceof Document own
                ? Collation.parse(own)
                : collection.collation();
        if (collation != null) {
            spec.put("collation", collation.full());
        } else {
            spec.remove("collation");
        }
        for (Document existing : collection.indexSpecs()) {
            boolean sameKey = key.equals(existing.get("key"));
            if (name.equals(existing.get("name"))) {
                if (!sameKey) {
                    throw new ServerError(86,
                            "An existing index has the same name as the requested index. Requested index: " + spec
                                    + ", existing index: " + existing);
                }
                if (!same(spec, existing)) {
                    throw new ServerError(sameOptions(spec, existing) ? 86 : 85,
                            "An equivalent index already exists with the same "
                                    + "name but different options. Requested index: " + spec + ", existing index: "
                                    + existing);
                }
                return;
            }
            boolean sameText = key.containsValue("text") && existing.get("key") instanceof Document other
                    && other.containsValue("text");
            if (sameText) {
                throw new ServerError(85, "An equivalent index already exists with a different name and options. "
                        + "Requested index: " + spec + ", existing index: " + existing);
            }
            if (sameKey && Objects.equals(existing.get("collation"), spec.get("collation"))
                    && Objects.equals(existing.get("partialFilterExpression"),
                            spec.get("partialFilterExpression"))) {
                throw new ServerError(85, "Index already exists with a different name: " + existing.get("name"));
            }
        }
        store.createIndex(collection, spec);
    }

    private static void checkIdIndex(Document given) {
        for (String option : given.keySet()) {
            if (!Set.of("key", "name", "v", "ns", "collation").contains(option)) {
                throw new QueryError(197, "The field '" + option + "' is not valid for an _id index specification. "
                        + "Specification: " + given);
            }
        }
    }

    private static void checkKey(Document key, Document given) {
        if (given.get("expireAfterSeconds") instanceof Number seconds) {
            if (key.size() > 1) {
                throw new QueryError(67, "TTL indexes are single-field indexes, compound indexes do not support TTL. "
                        + "Index spec: " + given);
            }
            if (seconds.doubleValue() < 0 || seconds.doubleValue() > Integer.MAX_VALUE) {
                throw new QueryError(67, "TTL index 'expireAfterSeconds' option must be within an acceptable range, "
                        + "try a different value. Index spec: " + given);
            }
        }
        for (int i = 0; i < key.size(); i++) {
            Object kind = key.valueAt(i);
            if (kind instanceof String plugin
                    && !Set.of("text", "2d", "2dsphere", "hashed", "geoHaystack", "columnstore").contains(plugin)) {
                throw new QueryError(67, "Unknown index plugin '" + plugin + "'");
            }
            if (!(kind instanceof String) && !Types.isNumber(kind)) {
                throw new QueryError(67, "Values in v:2 index key pattern cannot be of type " + Types.name(kind)
                        + ". Only numbers > 0, numbers < 0, and strings are allowed.");
            }
            if (kind instanceof Number number && number.doubleValue() == 0) {
                throw new QueryError(67, "Values in the index key pattern cannot be 0.");
            }
            if (key.nameAt(i).isEmpty()) {
                throw new QueryError(67, "Index keys cannot be an empty field");
            }
        }
        if (given.get("partialFilterExpression") instanceof Document filter) {
            if (Values.isTrue(given.get("sparse"))) {
                throw new QueryError(67, "cannot mix \"partialFilterExpression\" and \"sparse\" options");
            }
            new dev.bowline.simulator.query.FilterParser(
                    dev.bowline.simulator.expression.ExpressionParser.of(25)).parse(filter);
        }
    }

    private static boolean same(Document spec, Document existing) {
        Document one = spec.clone();
        Document other = existing.clone();
        one.remove("v");
        other.remove("v");
        one.remove("background");
        other.remove("background");
        return one.size() == other.size() && one.entrySet().stream()
                .allMatch(e -> Objects.equals(other.get(e.getKey()), e.getValue()));
    }

    private static boolean sameOptions(Document spec, Document existing) {
        return Values.isTrue(spec.get("unique")) != Values.isTrue(existing.get("unique"))
                || Values.isTrue(spec.get("sparse")) != Values.isTrue(existing.get("sparse"));
    }

    private Document dropIndexes(Request request) {
        Namespace namespace = request.namespace();
        Object index = request.body.get("index");
        if (index == null) {
            throw Values.missing("dropIndexes", "index");
        }
        return Access.write(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                throw new ServerError(ErrorCodes.NAMESPACE_NOT_FOUND, "ns not found " + namespace);
            }
            List<Document> specs = collection.indexSpecs();
            List<Document> doomed = new ArrayList<>();
            List<?> wanted = index instanceof List<?> list ? list : List.of(index);
            for (Object one : wanted) {
                boolean found = "*".equals(one);
                for (Document spec : specs) {
                    boolean isId = "_id_".equals(spec.get("name"));
                    if ("*".equals(one)) {
                        if (!isId) {
                            doomed.add(spec);
                        }
                    } else if (one.equals(spec.get("name")) || one.equals(spec.get("key"))) {
                        if (isId) {
                            throw new ServerError(ErrorCodes.INVALID_OPTIONS, "cannot drop _id index");
                        }
                        doomed.add(spec);
                        found = true;
                    }
                }
                if (!found) {
                    throw new ServerError(ErrorCodes.INDEX_NOT_FOUND,
                            one instanceof Document key
                                    ? "can't find index with key: " + key
                                    : "index not found with name [" + one + "]");
                }
            }
            for (Document spec : doomed) {
                store.dropIndex(collection, spec);
            }
            return new Document("nIndexesWas", specs.size());
        });
    }

    private Document collMod(Request request) {
        Namespace namespace = request.namespace();
        return Access.write(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                throw new ServerError(ErrorCodes.NAMESPACE_NOT_FOUND, "ns does not exist");
            }
            for (String field : List.of("cappedSize", "cappedMax")) {
                if (request.body.containsKey(field) && !collection.isCapped()) {
                    throw new ServerError(ErrorCodes.INVALID_OPTIONS, "Collection must be capped.");
                }
                if (request.body.containsKey(field)) {
                    throw QueryError.notSimulated("collMod with " + field);
                }
            }
            new Validators(server).parse(request.body.get("validator"));
            Document options = collection.collectionOptions().clone();
            for (Map.Entry<String, Object> entry : request.body.entrySet()) {
                if (COLLECTION_OPTIONS.contains(entry.getKey())) {
                    options.put(entry.getKey(), entry.getValue());
                }
            }
            store.modify(collection, options);
            Document reply = new Document();
            if (request.body.get("index") instanceof Document change) {
                boolean found = false;
                for (Document spec : collection.indexSpecs()) {
                    boolean matches = change.containsKey("name")
                            ? Objects.equals(spec.get("name"), change.get("name"))
                            : Objects.equals(spec.get("key"), change.get("keyPattern"));
                    if (matches) {
                        found = true;
                        for (String field : List.of("expireAfterSeconds", "hidden")) {
                            if (change.containsKey(field)) {
                                reply.putIfNotNull(field + "_old", spec.get(field));
                                reply.append(field + "_new", change.get(field));
                            }
                        }
                        Document changed = spec.clone();
                        changed.putIfNotNull("prepareUnique", change.get("prepareUnique"));
                        if (Values.isTrue(change.get("unique"))) {
                            makeUnique(collection, changed);
                        }
                        changed.putIfNotNull("expireAfterSeconds", change.get("expireAfterSeconds"));
                        changed.putIfNotNull("hidden", change.get("hidden"));
                        store.dropIndex(collection, spec);
                        store.createIndex(collection, changed);
                    }
                }
                if (!found) {
                    throw new ServerError(ErrorCodes.INDEX_NOT_FOUND,
                            "cannot find index " + change + " for ns " + namespace);
                }
            }
            return reply;
        });
    }

    private static void makeUnique(StoredCollection collection, Document spec) {
        List<Document> violations = new ArrayList<>();
        for (List<@Nullable Object> ids : collection.duplicates(spec)) {
            violations.add(new Document("ids", ids));
        }
        if (!violations.isEmpty()) {
            throw new ServerError(359,
                    "Cannot convert the index to unique. Please resolve conflicting documents before running "
                            + "collMod again.",
                    null, new Document("violations", violations));
        }
        spec.remove("prepareUnique");
        spec.put("unique", true);
    }

    private Document renameCollection(Request request) {
        String from = Values.string(request.body, "renameCollection");
        String to = Values.string(request.body, "to");
        if (from == null || to == null) {
            throw Values.missing("renameCollection", "to");
        }
        Namespace source = Namespace.parse(from);
        Namespace target = Namespace.parse(to);
        Access.write(request, store -> {
            if (store.collection(source) == null) {
                throw new ServerError(ErrorCodes.NAMESPACE_NOT_FOUND,
                        "Source collection " + source + " does not exist");
            }
            if (store.collection(target) != null && !Values.isTrue(request.body.get("dropTarget"))) {
                throw new ServerError(ErrorCodes.NAMESPACE_EXISTS, "target namespace exists");
            }
            store.rename(source, target);
            return null;
        });
        return new Document();
    }

    private Document listCollections(Request request) {
        boolean nameOnly = Values.isTrue(request.body.get("nameOnly"));
        Document filter = Values.documentOrEmpty(request.body, "filter");
        Queries queries = new Queries(request);
        Filter parsed = queries.filters().parse(filter);
        Matching matching = new Matching(queries.scope(null));
        List<Encoded> documents = new ArrayList<>();
        Access.read(request, store -> {
            Iterable<StoredCollection> stored = store.database(request.database).collections().values();
            List<Document> descriptions = new ArrayList<>();
            boolean views = false;
            for (StoredCollection collection : stored) {
                descriptions.add(describe(collection));
                views |= collection.isView();
            }
            if (views) {
                descriptions.add(new Document("name", "system.views").append("type", "collection")
                        .append("options", new Document()).append("info", new Document("readOnly", false)
                                .append("uuid", UUID.nameUUIDFromBytes((request.database + ".system.views")
                                        .getBytes(StandardCharsets.UTF_8))))
                        .append("idIndex", new Document("v", 2).append("key", new Document("_id", 1)).append("name",
                                "_id_")));
            }
            for (Document description : descriptions) {
                // What is left out is left out before the filter sees it.
                Document shown = nameOnly
                        ? new Document("name", description.get("name")).append("type", description.get("type"))
                        : description;
                if (matching.test(parsed, shown)) {
                    documents.add(new Encoded(DocumentEncoder.encode(shown)));
                }
            }
            return null;
        });
        return cursor(request, new Namespace(request.database, "$cmd.listCollections"), documents);
    }

    private static Document describe(StoredCollection collection) {
        Document options = collection.collectionOptions();
        boolean view = options.containsKey("viewOn");
        Document result = new Document("name", collection.namespace().collection())
                .append("type", view ? "view" : options.containsKey("timeseries") ? "timeseries" : "collection")
                .append("options", options);
        Document info = new Document("readOnly", view);
        if (!view) {
            info.append("uuid", collection.uuid());
        }
        result.append("info", info);
        if (!view) {
            collection.indexSpecs().stream().findFirst().ifPresent(index -> result.append("idIndex", index));
        }
        return result;
    }

    private Document listDatabases(Request request) {
        boolean nameOnly = Values.isTrue(request.body.get("nameOnly"));
        Document filter = Values.documentOrEmpty(request.body, "filter");
        Queries queries = new Queries(request);
        Filter parsed = queries.filters().parse(filter);
        Matching matching = new Matching(queries.scope(null));
        List<Document> databases = new ArrayList<>();
        request.node.read(store -> {
            Set<String> names = new TreeSet<>(store.databases().keySet());
            names.addAll(SYSTEM_DATABASES);
            for (String name : names) {
                Document line = new Document("name", name);
                if (!nameOnly) {
                    line.append("sizeOnDisk", 8192L).append("empty", false);
                }
                if (matching.test(parsed, line)) {
                    databases.add(line);
                }
            }
            return null;
        });
        Document reply = new Document("databases", databases);
        if (!nameOnly) {
            reply.append("totalSize", 8192L * databases.size()).append("totalSizeMb", 0L);
        }
        return reply;
    }

    private Document listIndexes(Request request) {
        Namespace namespace = request.namespace();
        List<Encoded> documents = new ArrayList<>();
        Access.read(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                throw new ServerError(ErrorCodes.NAMESPACE_NOT_FOUND, "ns does not exist: " + namespace);
            }
            ReadCommands.encode(collection.indexSpecs().stream().map(CatalogCommands::listed).toList(), documents);
            return null;
        });
        return cursor(request, namespace, documents);
    }

    /** An index as it is listed: with what a server adds to text and geo indexes. */
    static Document listed(Document spec) {
        if (!(spec.get("key") instanceof Document key)) {
            return spec;
        }
        if (!key.containsValue("text")) {
            return key.containsValue("2dsphere") && !spec.containsKey("2dsphereIndexVersion")
                    ? spec.clone().append("2dsphereIndexVersion", 3)
                    : spec;
        }
        Document shown = new Document();
        Map<String, Object> weights = new TreeMap<>();
        key.forEach((name, kind) -> {
            if (!"text".equals(kind)) {
                shown.put(name, kind);
            } else {
                shown.append("_fts", "text").append("_ftsx", 1);
                weights.put(name, 1);
            }
        });
        if (spec.get("weights") instanceof Document given) {
            weights.putAll(given);
        }
        Document all = new Document();
        all.putAll(weights);
        Document result = spec.clone().append("key", shown).append("weights", all);
        result.putIfAbsent("default_language", "english");
        result.putIfAbsent("language_override", "language");
        result.putIfAbsent("textIndexVersion", 3);
        return result;
    }

    private Document cursor(Request request, Namespace namespace, List<Encoded> documents) {
        Document options = Values.document(request.body, "cursor");
        long batchSize = options == null ? Long.MAX_VALUE : Values.number(options, "batchSize", Long.MAX_VALUE);
        Cursors.Cursor cursor = server.cursors().create(namespace, documents, null, request, 0);
        List<Encoded> batch = cursor.take(batchSize);
        boolean done = cursor.queue.isEmpty();
        if (!done) {
            server.cursors().keep(cursor);
        }
        return new Document("cursor",
                new Document("id", done ? 0L : cursor.id).append("ns", namespace.fullName()).append("firstBatch",
                        batch));
    }

    private Document collStats(Request request) {
        Namespace namespace = request.namespace();
        return Access.read(request, store -> {
            StoredCollection collection = store.collection(namespace);
            int count = collection == null ? 0 : collection.count();
            int size = collection == null ? 0 : (int) collection.bytes();
            Document reply = new Document("ns", namespace.fullName()).append("count", count).append("size", size);
            if (count > 0) {
                reply.append("avgObjSize", size / count);
            }
            return reply.append("storageSize", size)
                    .append("nindexes", collection == null ? 0 : collection.indexSpecs().size())
                    .append("capped", collection != null && collection.isCapped());
        });
    }

    /** The bytes and documents of a collection given by its full name. */
    private Document dataSize(Request request) {
        String name = String.valueOf(request.body.get("dataSize"));
        int dot = name.indexOf('.');
        if (dot < 1) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + name + "'");
        }
        Namespace namespace = new Namespace(name.substring(0, dot), name.substring(dot + 1));
        return request.node.read(store -> {
            StoredCollection collection = store.collection(namespace);
            return new Document("estimate", false).append("size", collection == null ? 0L : collection.bytes())
                    .append("numObjects", collection == null ? 0L : (long) collection.count()).append("millis", 0);
        });
    }

    private Document dbStats(Request request) {
        return Access.read(request, store -> {
            int objects = 0;
            int indexes = 0;
            long bytes = 0;
            StoreDatabase database = store.database(request.database);
            for (StoredCollection collection : database.collections().values()) {
                objects += collection.count();
                bytes += collection.bytes();
                indexes += collection.indexSpecs().size();
            }
            return new Document("db", request.database).append("collections", database.collections().size())
                    .append("views", (int) database.collections().values().stream().filter(StoredCollection::isView)
                            .count())
                    .append("objects", objects).append("avgObjSize", objects == 0 ? 0.0 : (double) bytes / objects)
                    .append("dataSize", (double) bytes).append("storageSize", (double) bytes)
                    .append("indexes", indexes).append("indexSize", 0.0).append("scaleFactor", 1);
        });
    }

    private Document validate(Request request) {
        Namespace namespace = request.namespace();
        return Access.read(request, store -> {
            StoredCollection collection = store.collection(namespace);
            if (collection == null) {
                throw new ServerError(ErrorCodes.NAMESPACE_NOT_FOUND,
                        "Collection '" + namespace + "' does not exist to validate.");
            }
            return new Document("ns", namespace.fullName()).append("nrecords", collection.count())
                    .append("nIndexes", collection.indexSpecs().size()).append("valid", true)
                    .append("errors", List.of());
        });
    }

}
