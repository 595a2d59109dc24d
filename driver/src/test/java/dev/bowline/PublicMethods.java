package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.bulk.WriteModel;
import dev.bowline.error.MongoException;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.gridfs.GridFsUploadStream;
import dev.bowline.options.ExplainVerbosity;
import dev.bowline.options.IndexModel;
import dev.bowline.options.SearchIndexModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.bson.BsonBinary;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Every public method that talks to a server, a way to call it, and which commands it sends. */
final class PublicMethods {
    static final String DATABASE = "inherited";
    static final String COLLECTION = "things";
    private static final BsonInt32 FILE = new BsonInt32(1);
    private static final List<Class<?>> OWNERS = List.of(MongoClient.class, MongoDatabase.class, MongoCollection.class,
            MongoIndexes.class, MongoSearchIndexes.class, GridFsBucket.class);

    /**
     * A method, with its parameters where overloads differ, and its commands. After the colon stands what a command
     * takes of what it inherits: {@code r} for the read concern, {@code w} for the write concern, {@code p} for the
     * read preference.
     */
    private static final String TABLE = """
            MongoClient.listDatabases = listDatabases:
            MongoClient.listDatabaseNames = listDatabases:
            MongoClient.bulkWrite = bulkWrite:w
            MongoClient.watch = aggregate:rp
            MongoDatabase.runCommand = ping:
            MongoDatabase.runCursorCommand = find:
            MongoDatabase.aggregate = aggregate:rp
            MongoDatabase.watch = aggregate:rp
            MongoDatabase.listCollections = listCollections:
            MongoDatabase.listCollectionNames = listCollections:
            MongoDatabase.createCollection = create:w
            MongoDatabase.createView = create:w
            MongoDatabase.modifyCollection = collMod:w
            MongoDatabase.drop = dropDatabase:w
            MongoCollection.find = find:rp
            MongoCollection.aggregate = aggregate:rp
            MongoCollection.explain = explain:p
            MongoCollection.distinct = distinct:rp
            MongoCollection.mapReduce(String,String,Class,Consumer) = mapReduce:rp
            MongoCollection.mapReduce(String,String,String,MapReduceAction,Consumer) = mapReduce:w
            MongoCollection.countDocuments = aggregate:rp
            MongoCollection.count = count:rp
            MongoCollection.estimatedDocumentCount = count:rp
            MongoCollection.watch = aggregate:rp
            MongoCollection.insertOne = insert:w
            MongoCollection.insertMany = insert:w
            MongoCollection.updateOne = update:w
            MongoCollection.updateMany = update:w
            MongoCollection.replaceOne = update:w
            MongoCollection.deleteOne = delete:w
            MongoCollection.deleteMany = delete:w
            MongoCollection.findOneAndDelete = findAndModify:w
            MongoCollection.findOneAndReplace = findAndModify:w
            MongoCollection.findOneAndUpdate = findAndModify:w
            MongoCollection.bulkWrite = insert:w
            MongoCollection.createIndex = createIndexes:w
            MongoCollection.createIndexes = createIndexes:w
            MongoCollection.listIndexes = listIndexes:
            MongoCollection.dropIndex = dropIndexes:w
            MongoCollection.dropIndexes = dropIndexes:w
            MongoCollection.drop = drop:w
            MongoCollection.rename = renameCollection:w
            MongoIndexes.create = createIndexes:w
            MongoIndexes.list = listIndexes:
            MongoIndexes.listNames = listIndexes:
            MongoIndexes.drop = dropIndexes:w
            MongoIndexes.dropAll = dropIndexes:w
            MongoIndexes.hide = collMod:w
            MongoIndexes.unhide = collMod:w
            MongoSearchIndexes.create = createSearchIndexes:
            MongoSearchIndexes.update = updateSearchIndex:
            MongoSearchIndexes.drop = dropSearchIndex:
            MongoSearchIndexes.list = aggregate:p
            GridFsBucket.openUpload = find:r insert:w insert:w
            GridFsBucket.upload = find:r insert:w insert:w
            GridFsBucket.openDownload = find:rp find:rp
            GridFsBucket.download = find:rp find:rp
            GridFsBucket.find = find:rp
            GridFsBucket.delete(BsonValue) = delete:w delete:w
            GridFsBucket.delete(String) = find:rp delete:w delete:w
            GridFsBucket.rename = update:w
            GridFsBucket.drop = drop:w drop:w
            """;

    /** Methods that send nothing: they make views, or return what is known. */
    private static final List<String> SILENT = List.of("with", "withTimeout", "withType", "name", "namespace", "type",
            "database", "collection", "indexes", "searchIndexes", "async", "topology", "settings", "health", "client",
            "timeout", "of", "appendMetadata", "addObserver", "removeObserver", "toString");
    /** What they do is looked at elsewhere: sessions in tests of their own, and closing sends endSessions. */
    private static final List<String> ELSEWHERE = List.of("startSession", "close", "ping");

    private static final Map<String, String> EXPECTED = new TreeMap<>();

    static {
        for (String line : TABLE.split("\n")) {
            String[] sides = line.split(" = ", 2);
            EXPECTED.put(sides[0], sides[1].trim());
        }
    }

    /** A call and the commands it makes. */
    record Row(String name, Class<?> owner, List<String> commands, List<String> takes, Call action) {
        static Row of(String name, Class<?> owner, String expected, Call action) {
            List<String> commands = new ArrayList<>();
            List<String> takes = new ArrayList<>();
            for (String command : expected.split(" ")) {
                commands.add(command.substring(0, command.indexOf(':')));
                takes.add(command.substring(command.indexOf(':') + 1));
            }
            return new Row(name, owner, commands, takes, action);
        }

        /** Calls the method. What the server makes of it does not matter. */
        void call(Object target) {
            try {
                consume(action.on(target));
            } catch (MongoException e) {
                assertThat(e.getMessage()).isNotEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    interface Call {
        @Nullable
        Object on(Object target) throws IOException;
    }

    private PublicMethods() {}

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Class<?> owner : OWNERS) {
            for (Method method : methods(owner)) {
                String expected = expected(method);
                if (expected != null) {
                    rows.add(Row.of(signature(method), owner, expected, target -> invoke(method, target)));
                }
            }
        }
        rows.addAll(variants());
        return rows;
    }

    /** What a method does with other arguments, or over its whole life. */
    private static List<Row> variants() {
        return List.of(
                onCollection("$out", "aggregate:rpw", c -> c.aggregate(List.of(new Document("$out", "others")))),
                onCollection("$merge", "aggregate:rpw", c -> c.aggregate(List.of(new Document("$merge", "others")))),
                onCollection("explained $out", "explain:p", c -> c.explain(List.of(new Document("$out", "others")),
                        ExplainVerbosity.QUERY_PLANNER, o -> {})),
                onCollection("first", "find:rp", c -> c.find().first()),
                onCollection("several batches", "find:rp getMore:p getMore:p getMore:p",
                        c -> c.find(Document.parse("{_id: {$in: [1, 2, 3]}}"), o -> o.batchSize(1)).toList()),
                onCollection("bulk of all kinds", "insert:w update:w delete:w",
                        c -> c.bulkWrite(List.of(WriteModel.insertOne(new Document("a", 1)),
                                WriteModel.updateOne(new Document("a", 1), new Document("$set", new Document("b", 1))),
                                WriteModel.deleteOne(new Document("a", 1))))),
                Row.of("GridFsBucket, first file", GridFsBucket.class,
                        "drop:w drop:w find:r listIndexes: createIndexes:w listIndexes: createIndexes:w insert:w "
                                + "insert:w",
                        target -> {
                            GridFsBucket bucket = (GridFsBucket) target;
                            bucket.drop();
                            return bucket.upload("first", new ByteArrayInputStream(new byte[]{1}));
                        }),
                Row.of("GridFsBucket, aborted upload", GridFsBucket.class, "find:r delete:w", target -> {
                    ((GridFsBucket) target).openUpload("aborted").abort();
                    return null;
                }));
    }

    private static Row onCollection(String name, String expected,
            java.util.function.Function<MongoCollection<Document>, @Nullable Object> action) {
        return Row.of("MongoCollection, " + name, MongoCollection.class, expected, target -> {
            @SuppressWarnings("unchecked")
            MongoCollection<Document> collection = (MongoCollection<Document>) target;
            return action.apply(collection);
        });
    }

    /** Public methods that the table lacks. */
    static List<String> unexplained() {
        List<String> result = new ArrayList<>();
        for (Class<?> owner : OWNERS) {
            for (Method method : methods(owner)) {
                if (expected(method) == null && !SILENT.contains(method.getName())
                        && !ELSEWHERE.contains(method.getName())) {
                    result.add(signature(method));
                }
            }
        }
        return result;
    }

    /** Documents and a file for the methods to work on. */
    static void prepare(MongoClient client) {
        MongoDatabase database = client.database(DATABASE);
        for (int id = 1; id <= 3; id++) {
            database.collection(COLLECTION).replaceOne(new Document("_id", id), new Document(), o -> o.upsert(true));
        }
        database.collection("fs.files").replaceOne(new Document("_id", FILE), new Document("length", 1L)
                .append("chunkSize", 4).append("uploadDate", new java.util.Date(0)).append("filename", COLLECTION),
                o -> o.upsert(true));
        database.collection("fs.chunks").replaceOne(new Document("files_id", FILE), new Document("files_id", FILE)
                .append("n", 0).append("data", new BsonBinary(new byte[]{1})), o -> o.upsert(true));
    }

    private static List<Method> methods(Class<?> owner) {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic())
                .sorted(Comparator.comparing(PublicMethods::signature)).toList();
    }

    private static @Nullable String expected(Method method) {
        String exact = EXPECTED.get(signature(method));
        return exact != null
                ? exact
                : EXPECTED.get(method.getDeclaringClass().getSimpleName() + "." + method.getName());
    }

    private static String signature(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static @Nullable Object invoke(Method method, Object target) throws IOException {
        @Nullable
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(method, i);
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object argument(Method method, int index) throws IOException {
        Class<?> type = method.getParameterTypes()[index];
        String name = method.getName();
        boolean updates = name.startsWith("update") || name.equals("findOneAndUpdate");
        if (type == Bson.class) {
            return switch (name) {
                case "runCommand" -> new Document("ping", 1);
                case "runCursorCommand" -> new Document("find", COLLECTION);
                case "createIndex", "dropIndex", "drop" -> new Document("a", 1);
                default -> updates && index == 1
                        ? new Document("$set", new Document("a", 1))
                        : new Document("_id", 1);
            };
        } else if (type == List.class) {
            return list(method, updates);
        } else if (type == BsonValue.class) {
            return name.contains("pload") ? new BsonObjectId() : FILE;
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return switch (type.getSimpleName()) {
            case "String" -> COLLECTION;
            case "Class" -> Document.class;
            case "Codec" -> new org.bson.codecs.DocumentCodec();
            case "Object" -> new Document("a", 1);
            case "Consumer" -> (Consumer<Object>) options -> {};
            case "InputStream" -> new ByteArrayInputStream(new byte[]{1});
            case "OutputStream" -> new ByteArrayOutputStream();
            case "SearchIndexModel" -> SearchIndexModel.of("s", new Document());
            case "Path" -> {
                Path path = Files.createTempFile("bowline", ".tmp");
                path.toFile().deleteOnExit();
                Files.write(path, new byte[]{1});
                yield path;
            }
            default -> {
                if (type == ReadableByteChannel.class) {
                    yield Channels.newChannel(new ByteArrayInputStream(new byte[]{1}));
                } else if (type == WritableByteChannel.class) {
                    yield Channels.newChannel(OutputStream.nullOutputStream());
                }
                throw new IllegalArgumentException("No argument for " + method);
            }
        };
    }

    private static List<?> list(Method method, boolean updates) {
        Class<?> owner = method.getDeclaringClass();
        return switch (method.getName()) {
            case "insertMany" -> List.of(new Document("a", 1));
            case "bulkWrite" -> owner == MongoClient.class
                    ? List.of(ClientNamespacedWriteModel.insertOne(DATABASE + "." + COLLECTION, new Document("a", 1)))
                    : List.of(WriteModel.insertOne(new Document("a", 1)));
            case "createIndexes" -> List.of(IndexModel.of(new Document("a", 1)));
            case "create" -> owner == MongoIndexes.class
                    ? List.of(IndexModel.of(new Document("a", 1)))
                    : List.of(SearchIndexModel.of("s", new Document()));
            case "watch", "createView" -> List.of();
            default -> updates
                    ? List.of(new Document("$set", new Document("a", 1)))
                    : List.of(new Document("$match", new Document()));
        };
    }

    /** What only happens once the result is used. */
    private static void consume(@Nullable Object result) throws IOException {
        switch (result) {
            case MongoIterable<?> iterable -> iterable.iterator().close();
            case GridFsUploadStream upload -> {
                upload.write(1);
                upload.close();
            }
            case InputStream download -> {
                try (download) {
                    assertThat(download.readAllBytes()).hasSize(1);
                }
            }
            case null, default -> {
            }
        }
    }
}
