package dev.bowline.conformance.unified;

import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.gridfs.GridFsDownloadOptions;
import dev.bowline.gridfs.GridFsFile;
import dev.bowline.gridfs.GridFsUploadOptions;
import dev.bowline.options.FindOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;

/** The operations on a GridFS bucket. */
final class BucketOperations {
    private static final OptionTable<GridFsUploadOptions> UPLOAD = OptionTable.<GridFsUploadOptions>empty()
            .with("chunkSizeBytes", (o, v) -> o.chunkSizeBytes(Options.number(v)))
            .with("metadata", (o, v) -> o.metadata(new Document(v.asDocument())))
            .with("contentType", (o, v) -> o.contentType(Options.text(v)))
            // There never is one.
            .with("disableMD5", (o, v) -> {});
    private static final OptionTable<GridFsDownloadOptions> DOWNLOAD = OptionTable.<GridFsDownloadOptions>empty()
            .with("revision", (o, v) -> o.revision(Options.number(v)));

    private BucketOperations() {}

    static OperationResult run(GridFsBucket on, Operation operation) {
        BsonDocument args = operation.arguments();
        return switch (operation.name()) {
            case "upload" -> OperationResult.of(on.upload(string(args, "filename"), source(args),
                    UPLOAD.from(args, "filename", "source")));
            case "uploadWithId" -> {
                on.upload(id(args), string(args, "filename"), source(args),
                        UPLOAD.from(args, "id", "filename", "source"));
                yield OperationResult.NOTHING;
            }
            case "download" -> {
                OptionTable.empty().from(args, "id");
                ByteArrayOutputStream target = new ByteArrayOutputStream();
                on.download(id(args), target);
                yield OperationResult.of(new BsonBinary(target.toByteArray()));
            }
            case "downloadByName" -> {
                ByteArrayOutputStream target = new ByteArrayOutputStream();
                on.download(string(args, "filename"), target, DOWNLOAD.from(args, "filename"));
                yield OperationResult.of(new BsonBinary(target.toByteArray()));
            }
            case "find" -> {
                OptionTable<FindOptions> options = Options.FIND;
                BsonDocument filter = args.getDocument("filter", new BsonDocument());
                yield OperationResult.ofDocuments(on.find(filter, options.from(args, "filter"))
                        .map(BucketOperations::toBson).toList());
            }
            default -> change(on, operation, args);
        };
    }

    private static OperationResult change(GridFsBucket on, Operation operation, BsonDocument args) {
        switch (operation.name()) {
            case "delete" -> {
                OptionTable.empty().from(args, "id");
                on.delete(id(args));
            }
            case "deleteByName" -> {
                OptionTable.empty().from(args, "filename");
                on.delete(string(args, "filename"));
            }
            case "rename" -> {
                OptionTable.empty().from(args, "id", "newFilename");
                on.rename(id(args), string(args, "newFilename"));
            }
            case "renameByName" -> {
                OptionTable.empty().from(args, "filename", "newFilename");
                on.rename(string(args, "filename"), string(args, "newFilename"));
            }
            case "drop" -> {
                OptionTable.empty().from(args);
                on.drop();
            }
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a bucket");
        }
        return OperationResult.NOTHING;
    }

    private static BsonDocument toBson(GridFsFile file) {
        BsonDocument document = new BsonDocument("_id", file.id()).append("length", new BsonInt64(file.length()))
                .append("chunkSize", new BsonInt32(file.chunkSizeBytes()));
        if (file.filename() != null) {
            document.append("filename", new BsonString(file.filename()));
        }
        if (file.uploadDate() != null) {
            document.append("uploadDate", new BsonDateTime(file.uploadDate().toEpochMilli()));
        }
        if (file.metadata() != null) {
            document.append("metadata", file.metadata());
        }
        return document;
    }

    private static ByteArrayInputStream source(BsonDocument args) {
        BsonDocument source = args.getDocument("source");
        if (source.size() != 1) {
            throw new MismatchException("The source of an upload is {$$hexBytes: ...}, not " + source);
        }
        return new ByteArrayInputStream(HexFormat.of().parseHex(string(source, "$$hexBytes")));
    }

    private static BsonValue id(BsonDocument args) {
        BsonValue id = args.get("id");
        if (id == null) {
            throw new MismatchException("The id of the file is missing");
        }
        return id;
    }

    private static String string(BsonDocument args, String name) {
        return args.getString(name).getValue();
    }
}
