package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.StoredCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code explain}: how a server would go about a command. The command is checked as if it were run, and its documents
 * are counted; the index is the first that begins with a field of the filter.
 */
final class Explain {
    private final Server server;

    Explain(Server server) {
        this.server = server;
    }

    Document run(Request request) {
        Document command = Values.requiredDocument(request.body, "explain", "explain");
        return explain(request, command, String.valueOf(request.body.getOrDefault("verbosity", "allPlansExecution")));
    }

    Document explain(Request request, Document command, String verbosity) {
        String name = CommandTable.canonical(Values.commandName(command));
        Namespace namespace = new Namespace(request.database, String.valueOf(command.get(Values.commandName(command))));
        Queries queries = new Queries(request, Values.document(command, "let"), Values.document(command, "collation"));
        List<Document> stages = name.equals("aggregate") ? Values.documents(command, "pipeline") : List.of();
        Document statement = switch (name) {
            case "find", "count", "distinct", "findAndModify", "aggregate" -> command;
            case "update" -> Values.documents(command, "updates").get(0);
            case "delete" -> Values.documents(command, "deletes").get(0);
            default -> throw new ServerError(ErrorCodes.COMMAND_NOT_FOUND,
                    "Explain failed due to unknown command: " + name);
        };
        Document match = name.equals("aggregate")
                ? new Pipelines(server, queries, request.database, namespace.collection(), stages).pipeline()
                        .firstMatch()
                : Values.document(statement, switch (name) {
                    case "find" -> "filter";
                    case "update", "delete" -> "q";
                    default -> "query";
                });
        Document filter = match == null ? new Document() : match;
        Document sort = name.equals("aggregate") ? null : Values.document(statement, "sort");
        FindPlan plan = new FindPlan(queries, filter, sort,
                name.equals("find") ? Values.document(command, "projection") : null, statement.get("hint"), command);
        boolean executes = !verbosity.equals("queryPlanner");
        Document found = Access.query(request, store -> {
            StoredCollection collection = store.collection(namespace);
            StoredCollection data = collection == null || collection.isView() ? null : collection;
            Document winner = collection == null ? new Document("stage", "EOF") : winner(collection, filter, statement);
            Iterator<?> matches = data == null
                    ? List.of().iterator()
                    : plan.begin(data).results(Values.number(statement, "skip", 0),
                            Math.abs(Values.number(statement, "limit", 0)));
            int all = data == null ? 0 : data.count();
            return ignored -> {
                Document result = new Document("queryPlanner", planner(namespace, filter, winner));
                if (executes) {
                    result.append("executionStats", statistics(winner, count(matches), all, verbosity));
                }
                return result;
            };
        });
        Document reply = new Document("explainVersion", "1");
        if (stages.stream().anyMatch(stage -> !stage.containsKey("$match"))) {
            List<Object> parts = new ArrayList<>();
            parts.add(new Document("$cursor", found));
            stages.stream().skip(match == null ? 0 : 1).forEach(parts::add);
            reply.append("stages", parts);
        } else {
            reply.putAll(found);
        }
        return reply.append("command", command).append("serverInfo",
                new Document("host", server.address().host()).append("port", server.address().port())
                        .append("version", server.generation().versionString()));
    }

    private static Document planner(Namespace namespace, Document filter, Document winner) {
        return new Document("namespace", namespace.fullName()).append("indexFilterSet", false)
                .append("parsedQuery", filter).append("maxIndexedOrSolutionsReached", false)
                .append("maxIndexedAndSolutionsReached", false).append("maxScansToExplodeReached", false)
                .append("winningPlan", winner).append("rejectedPlans", List.of());
    }

    private static int count(Iterator<?> found) {
        int count = 0;
        while (found.hasNext()) {
            found.next();
            count++;
        }
        return count;
    }

    private static Document statistics(Document winner, int returned, int all, String verbosity) {
        boolean scan = stages(winner).contains("COLLSCAN");
        boolean nothing = stages(winner).contains("EOF");
        Document stage = new Document("stage", winner.get("stage")).append("nReturned", returned);
        Document result = new Document("executionSuccess", true).append("nReturned", returned)
                .append("executionTimeMillis", 0).append("totalKeysExamined", scan || nothing ? 0 : returned)
                .append("totalDocsExamined", scan ? all : returned).append("executionStages", stage);
        return verbosity.equals("allPlansExecution") ? result.append("allPlansExecution", List.of()) : result;
    }

    private static List<Object> stages(Document winner) {
        List<Object> result = new ArrayList<>();
        for (Document stage = winner; stage != null; stage = Values.document(stage, "inputStage")) {
            result.add(stage.get("stage"));
        }
        return result;
    }

    private Document winner(StoredCollection collection, Document filter, Document statement) {
        Document sort = Values.document(statement, "sort");
        Document index = index(collection, filter, sort, statement.get("hint"));
        Document plan;
        if (index == null) {
            plan = new Document("stage", "COLLSCAN");
            if (!filter.isEmpty()) {
                plan.append("filter", filter);
            }
            plan.append("direction", "forward");
        } else if (filter.size() == 1 && "_id_".equals(index.get("name")) && collection.byId(filter) != null) {
            plan = server.generation().wireVersion() >= 25
                    ? new Document("stage", "EXPRESS_IXSCAN").append("keyPattern", "{ _id: 1 }").append("indexName",
                            "_id_")
                    : new Document("stage", "IDHACK");
        } else {
            plan = new Document("stage", "FETCH").append("inputStage", new Document("stage", "IXSCAN")
                    .append("keyPattern", index.get("key")).append("indexName", index.get("name"))
                    .append("isMultiKey", false).append("isUnique", Values.isTrue(index.get("unique")))
                    .append("isSparse", Values.isTrue(index.get("sparse")))
                    .append("isPartial", index.containsKey("partialFilterExpression")).append("indexVersion", 2)
                    .append("direction", "forward"));
        }
        boolean ordered = index != null && sort != null && index.get("key") instanceof Document key
                && List.copyOf(key.keySet()).subList(0, Math.min(key.size(), sort.size()))
                        .equals(List.copyOf(sort.keySet()));
        if (sort != null && !sort.isEmpty() && !sort.containsKey("$natural") && !ordered) {
            plan = new Document("stage", "SORT").append("sortPattern", sort).append("inputStage", plan);
        }
        return plan;
    }

    /** The index that is hinted at, or one that begins with a field of the filter or, without a filter, of the sort. */
    private static @Nullable Document index(StoredCollection collection, Document filter, @Nullable Document sort,
            @Nullable Object hint) {
        Document hinted = collection.hinted(hint);
        if (hinted != null || hint != null) {
            return hinted;
        }
        for (Document fields : filter.isEmpty() && sort != null ? List.of(sort) : List.of(filter)) {
            for (Document index : collection.indexSpecs()) {
                boolean usable = index.get("key") instanceof Document key && key.valueAt(0) instanceof Number
                        && fields.containsKey(key.nameAt(0)) && !Values.isTrue(index.get("hidden"))
                        && !index.containsKey("partialFilterExpression");
                if (usable) {
                    return index;
                }
            }
        }
        return null;
    }
}
