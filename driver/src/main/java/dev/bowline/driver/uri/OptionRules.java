package dev.bowline.driver.uri;

import static dev.bowline.driver.uri.ConnectionStringText.invalid;

import java.util.ArrayList;
import java.util.List;

/** Which options of a connection string exclude or need one another. What settings must obey too is checked there. */
final class OptionRules {
    /** Of each of these pairs of TLS options at most one may be given, whatever the values. */
    private static final List<List<UriOption<Boolean>>> EXCLUSIVE = List.of(
            List.of(UriOption.TLS_INSECURE, UriOption.TLS_ALLOW_INVALID_CERTIFICATES),
            List.of(UriOption.TLS_INSECURE, UriOption.TLS_ALLOW_INVALID_HOSTNAMES),
            List.of(UriOption.TLS_INSECURE, UriOption.TLS_DISABLE_CERTIFICATE_REVOCATION_CHECK),
            List.of(UriOption.TLS_INSECURE, UriOption.TLS_DISABLE_OCSP_ENDPOINT_CHECK),
            List.of(UriOption.TLS_ALLOW_INVALID_CERTIFICATES, UriOption.TLS_DISABLE_CERTIFICATE_REVOCATION_CHECK),
            List.of(UriOption.TLS_ALLOW_INVALID_CERTIFICATES, UriOption.TLS_DISABLE_OCSP_ENDPOINT_CHECK),
            List.of(UriOption.TLS_DISABLE_CERTIFICATE_REVOCATION_CHECK, UriOption.TLS_DISABLE_OCSP_ENDPOINT_CHECK));

    private static final List<UriOption<?>> IMPLYING_TLS = List.of(UriOption.TLS_INSECURE,
            UriOption.TLS_ALLOW_INVALID_CERTIFICATES, UriOption.TLS_ALLOW_INVALID_HOSTNAMES, UriOption.TLS_CA_FILE,
            UriOption.TLS_CERTIFICATE_KEY_FILE, UriOption.TLS_CERTIFICATE_KEY_FILE_PASSWORD,
            UriOption.TLS_DISABLE_CERTIFICATE_REVOCATION_CHECK, UriOption.TLS_DISABLE_OCSP_ENDPOINT_CHECK);

    private OptionRules() {}

    static void check(UriOptions options, boolean srv, int hostCount) {
        checkTls(options);
        checkProxy(options);
        checkTopology(options, srv, hostCount);
        checkReadPreference(options);
        boolean noAcknowledgement = options.get(UriOption.W).map(w -> w.equals(0)).orElse(false);
        if (noAcknowledgement && options.isTrue(UriOption.JOURNAL)) {
            throw invalid("w=0 asks for no acknowledgement and cannot be combined with journal=true");
        }
        boolean negative = options.get(UriOption.W).map(w -> w instanceof Integer number && number < 0).orElse(false);
        if (negative) {
            throw invalid("the option w is below 0");
        }
    }

    private static void checkTls(UriOptions options) {
        List<String> tls = new ArrayList<>(options.given(UriOption.TLS));
        tls.addAll(options.given(UriOption.SSL));
        if (tls.stream().distinct().count() > 1) {
            throw invalid("the options tls and ssl mean the same but are given different values");
        }
        boolean forbidden = options.get(UriOption.TLS).or(() -> options.get(UriOption.SSL)).map(wanted -> !wanted)
                .orElse(false);
        if (forbidden && impliesTls(options)) {
            throw invalid("there are options of TLS although tls=false forbids it");
        }
        for (List<UriOption<Boolean>> pair : EXCLUSIVE) {
            if (options.mentions(pair.get(0)) && options.mentions(pair.get(1))) {
                throw invalid("the options " + pair.get(0) + " and " + pair.get(1) + " cannot be combined");
            }
        }
    }

    /** Whether any option says something about TLS, which makes no sense without it. */
    static boolean impliesTls(UriOptions options) {
        return IMPLYING_TLS.stream().anyMatch(options::mentions);
    }

    private static void checkProxy(UriOptions options) {
        boolean hasHost = options.mentions(UriOption.PROXY_HOST);
        for (UriOption<?> option : List.<UriOption<?>>of(UriOption.PROXY_PORT, UriOption.PROXY_USERNAME,
                UriOption.PROXY_PASSWORD)) {
            if (options.mentions(option) && !hasHost) {
                throw invalid("the option " + option + " needs proxyHost");
            }
        }
        if (options.mentions(UriOption.PROXY_USERNAME) != options.mentions(UriOption.PROXY_PASSWORD)) {
            throw invalid("the options proxyUsername and proxyPassword are given together or not at all");
        }
    }

    private static void checkTopology(UriOptions options, boolean srv, int hostCount) {
        boolean direct = options.isTrue(UriOption.DIRECT_CONNECTION);
        if (direct && srv) {
            throw invalid("directConnection=true cannot be combined with mongodb+srv, which may name several hosts");
        }
        if (direct && hostCount > 1) {
            throw invalid("directConnection=true cannot be combined with more than one host");
        }
        if (options.isTrue(UriOption.LOAD_BALANCED)) {
            if (hostCount > 1) {
                throw invalid("loadBalanced=true cannot be combined with more than one host");
            }
            if (direct) {
                throw invalid("loadBalanced=true cannot be combined with directConnection=true");
            }
            if (options.has(UriOption.REPLICA_SET)) {
                throw invalid("loadBalanced=true cannot be combined with replicaSet");
            }
        }
        if (!srv && options.mentions(UriOption.SRV_MAX_HOSTS)) {
            throw invalid("the option srvMaxHosts needs mongodb+srv");
        }
        if (!srv && options.mentions(UriOption.SRV_SERVICE_NAME)) {
            throw invalid("the option srvServiceName needs mongodb+srv");
        }
        if (options.get(UriOption.SRV_MAX_HOSTS).orElse(0) > 0) {
            if (options.has(UriOption.REPLICA_SET)) {
                throw invalid("srvMaxHosts cannot be combined with replicaSet");
            }
            if (options.isTrue(UriOption.LOAD_BALANCED)) {
                throw invalid("srvMaxHosts cannot be combined with loadBalanced=true");
            }
        }
    }

    private static void checkReadPreference(UriOptions options) {
        boolean primary = options.get(UriOption.READ_PREFERENCE).map(mode -> mode.wireName().equals("primary"))
                .orElse(true);
        boolean tags = options.get(UriOption.READ_PREFERENCE_TAGS)
                .map(sets -> sets.stream().anyMatch(set -> !set.isEmpty())).orElse(false);
        if (primary && tags) {
            throw invalid("readPreferenceTags needs a readPreference other than primary");
        }
        if (primary && options.get(UriOption.MAX_STALENESS_SECONDS).orElse(-1) != -1) {
            throw invalid("maxStalenessSeconds needs a readPreference other than primary");
        }
    }
}
