package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentEncoder;

/** What a client says about itself in its first hello, which the server does not take in any form. */
final class ClientMetadata {
    private static final int MAX_BYTES = 512;
    private static final int MAX_NAME_BYTES = 128;
    private static final int MISSING_FIELD = 183;
    private static final int NAME_TOO_LARGE = 184;
    private static final int TOO_LARGE = 185;

    private ClientMetadata() {}

    static void check(Document metadata) {
        int size = DocumentEncoder.encode(metadata).length;
        if (size > MAX_BYTES) {
            throw new ServerError(TOO_LARGE, "The client metadata document must be less then or equal to " + MAX_BYTES
                    + " bytes, but is " + size);
        }
        Document application = Values.document(metadata, "application");
        String name = application == null ? null : Values.string(application, "name");
        if (name != null && name.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
            throw new ServerError(NAME_TOO_LARGE,
                    "The 'client.application.name' field must be less then or equal to 128 bytes in length");
        }
        require(metadata, "driver", "name");
        require(metadata, "driver", "version");
        require(metadata, "os", "type");
    }

    private static void require(Document metadata, String part, String field) {
        Document inner = Values.document(metadata, part);
        if (inner == null || Values.string(inner, field) == null) {
            throw new ServerError(MISSING_FIELD,
                    "Missing required field '" + part + "." + field + "' in the client metadata document");
        }
    }
}
