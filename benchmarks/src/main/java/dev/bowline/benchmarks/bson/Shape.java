package dev.bowline.benchmarks.bson;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.CodeWithScope;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;

/** The documents that are encoded and decoded. Generated from a fixed seed, so every run has the same. */
@SuppressWarnings("JavaUtilDate") // the class that a Document has for dates
public enum Shape {
    /** Forty fields of the ordinary types, with strings from a word to a line. */
    FLAT {
        @Override
        Document document(Random random) {
            Document document = new Document("_id", id(random));
            for (int i = 0; i < 40; i++) {
                document.append(word(random, 4 + random.nextInt(12)), scalar(random));
            }
            return document;
        }
    },
    /** A binary tree, six levels of documents, with short strings at its leaves. */
    DEEP {
        @Override
        Document document(Random random) {
            return tree(random, 6);
        }

        private Document tree(Random random, int levels) {
            return new Document("left", levels == 1 ? word(random, 8) : tree(random, levels - 1))
                    .append("right", levels == 1 ? word(random, 8) : tree(random, levels - 1));
        }
    },
    /** Two hundred fields, some of them arrays of numbers, words and small documents. */
    WIDE {
        @Override
        Document document(Random random) {
            Document document = new Document("_id", id(random));
            for (int i = 0; i < 200; i++) {
                document.append(word(random, 4 + random.nextInt(12)), i % 20 == 0 ? list(random) : scalar(random));
            }
            return document;
        }

        private List<Object> list(Random random) {
            int kind = random.nextInt(3);
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                list.add(switch (kind) {
                    case 0 -> random.nextInt();
                    case 1 -> word(random, 6);
                    default -> new Document("sku", word(random, 8)).append("quantity", random.nextInt(100))
                            .append("price", random.nextDouble());
                });
            }
            return list;
        }
    },
    /**
     * As the public benchmarking specification describes its flat documents: 24 fields of each of five common types.
     */
    SPECIFIED_FLAT {
        @Override
        Document document(Random random) {
            Document document = new Document("_id", id(random));
            for (int i = 0; i < 24; i++) {
                document.append(word(random, 8), word(random, 80)).append(word(random, 8), random.nextInt())
                        .append(word(random, 8), random.nextLong()).append(word(random, 8), random.nextDouble())
                        .append(word(random, 8), random.nextBoolean());
            }
            return document;
        }
    },
    /** As it describes its full ones: six fields of each of fifteen types. */
    FULL {
        @Override
        Document document(Random random) {
            Document document = new Document("_id", id(random));
            for (int i = 0; i < 6; i++) {
                for (Object value : everyType(random)) {
                    document.append(word(random, 8), value);
                }
                document.append(word(random, 8), null);
            }
            return document;
        }

        private List<Object> everyType(Random random) {
            byte[] bytes = new byte[80];
            random.nextBytes(bytes);
            return List.of(word(random, 80), random.nextDouble(), random.nextLong(), random.nextInt(),
                    random.nextBoolean(), new MinKey(), new MaxKey(), List.of(word(random, 8), random.nextInt()),
                    new Binary(bytes), new Date(random.nextInt() * 1000L),
                    new BsonRegularExpression(word(random, 8), "i"), new Code(word(random, 20)),
                    new CodeWithScope(word(random, 20), new Document("x", random.nextInt())),
                    new BsonTimestamp(random.nextInt(), random.nextInt(100)));
        }
    };

    abstract Document document(Random random);

    public Document document() {
        return document(new Random(20_240_510));
    }

    private static Object scalar(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> random.nextDouble();
            case 3 -> random.nextBoolean();
            case 4 -> new Date(random.nextInt() * 1000L);
            case 5 -> word(random, 60 + random.nextInt(40));
            default -> word(random, 5 + random.nextInt(20));
        };
    }

    private static ObjectId id(Random random) {
        byte[] bytes = new byte[12];
        random.nextBytes(bytes);
        return new ObjectId(bytes);
    }

    private static String word(Random random, int length) {
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }
}
