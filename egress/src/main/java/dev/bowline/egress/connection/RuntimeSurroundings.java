package dev.bowline.egress.connection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Where the program runs: a function service, a container (the {@code client.env} of the handshake specification). */
public final class RuntimeSurroundings {
    private RuntimeSurroundings() {}

    /** Whether the variables are those of a function service, and of one only. */
    public static boolean isFunctionService(Function<String, @Nullable String> variables) {
        return serviceName(variables) != null;
    }

    static BsonDocument detect() {
        return from(System::getenv, Files.exists(Path.of("/.dockerenv")));
    }

    static BsonDocument from(Function<String, @Nullable String> variables, boolean inDocker) {
        BsonDocument env = functionService(variables);
        BsonDocument container = new BsonDocument();
        if (inDocker) {
            container.append("runtime", new BsonString("docker"));
        }
        if (isSet(variables, "KUBERNETES_SERVICE_HOST")) {
            container.append("orchestrator", new BsonString("kubernetes"));
        }
        if (!container.isEmpty()) {
            env.append("container", container);
        }
        return env;
    }

    private static BsonDocument functionService(Function<String, @Nullable String> variables) {
        String name = serviceName(variables);
        if (name == null) {
            return new BsonDocument();
        }
        BsonDocument env = new BsonDocument("name", new BsonString(name));
        switch (name) {
            case "aws.lambda" -> {
                appendNumber(env, "memory_mb", variables.apply("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
                appendText(env, "region", variables.apply("AWS_REGION"));
            }
            case "gcp.func" -> {
                appendNumber(env, "timeout_sec", variables.apply("FUNCTION_TIMEOUT_SEC"));
                appendNumber(env, "memory_mb", variables.apply("FUNCTION_MEMORY_MB"));
                appendText(env, "region", variables.apply("FUNCTION_REGION"));
            }
            case "vercel" -> appendText(env, "region", variables.apply("VERCEL_REGION"));
            default -> {
                // Azure reports nothing more.
            }
        }
        return env;
    }

    /**
     * The one service whose variables are set. Signs of two mean that neither is to be believed, but Vercel runs on
     * AWS.
     */
    private static @Nullable String serviceName(Function<String, @Nullable String> variables) {
        List<String> found = new ArrayList<>();
        String execution = variables.apply("AWS_EXECUTION_ENV");
        boolean vercel = isSet(variables, "VERCEL");
        boolean lambda = (execution != null && execution.startsWith("AWS_Lambda_"))
                || isSet(variables, "AWS_LAMBDA_RUNTIME_API");
        if (vercel) {
            found.add("vercel");
        } else if (lambda) {
            found.add("aws.lambda");
        }
        if (isSet(variables, "FUNCTIONS_WORKER_RUNTIME")) {
            found.add("azure.func");
        }
        if (isSet(variables, "K_SERVICE") || isSet(variables, "FUNCTION_NAME")) {
            found.add("gcp.func");
        }
        return found.size() == 1 ? found.get(0) : null;
    }

    private static boolean isSet(Function<String, @Nullable String> variables, String name) {
        String value = variables.apply(name);
        return value != null && !value.isEmpty();
    }

    private static void appendText(BsonDocument env, String key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            env.append(key, new BsonString(value));
        }
    }

    private static void appendNumber(BsonDocument env, String key, @Nullable String value) {
        if (value == null) {
            return;
        }
        try {
            env.append(key, new BsonInt32(Integer.parseInt(value)));
        } catch (NumberFormatException notANumber) {
            // The specification requires the field to be omitted without an error.
        }
    }
}
