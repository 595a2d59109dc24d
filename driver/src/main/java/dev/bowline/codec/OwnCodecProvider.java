package dev.bowline.codec;

import java.lang.reflect.Type;
import java.util.List;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of the settings. An automatic {@code PojoCodecProvider} among them treats every class as a bean, documents
 * and records included; where the client has a codec of its own, that one is used instead of the bean's.
 */
public final class OwnCodecProvider implements CodecProvider {
    private static final String BEANS = "org.bson.codecs.pojo";

    private final CodecRegistry own;
    private final CodecRegistry usual;

    /**
     * Creates the provider.
     *
     * @param own the codecs of the settings
     * @param usual the codecs of the client itself
     */
    public OwnCodecProvider(CodecRegistry own, CodecRegistry usual) {
        this.own = own;
        this.usual = usual;
    }

    @Override
    public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
        return get(type, List.of(), registry);
    }

    @Override
    public <T> @Nullable Codec<T> get(Class<T> type, List<Type> typeArguments, CodecRegistry registry) {
        Codec<T> found = own.get(type, typeArguments, registry);
        boolean bean = found != null && found.getClass().getPackageName().equals(BEANS);
        return bean && usual.get(type, typeArguments, registry) != null ? null : found;
    }
}
