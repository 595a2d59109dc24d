package dev.bowline;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.MongoCredential;

/** Which settings exclude or need one another, whether they come from a connection string or from code. */
final class SettingsRules {
    private SettingsRules() {}

    static void check(SettingValues settings) {
        checkTopology(settings, settings.hosts.size(), Boolean.TRUE.equals(settings.loadBalanced),
                settings.replicaSet != null);
        require(settings.maxPoolSize == 0 || settings.minPoolSize <= settings.maxPoolSize, "minPoolSize is "
                + settings.minPoolSize + ", which is more than maxPoolSize, " + settings.maxPoolSize);
        require(settings.proxyHost != null
                || (settings.proxyPort == null && settings.proxyUsername == null && settings.proxyPassword == null),
                "proxyPort, proxyUsername and proxyPassword need proxyHost");
        require(!Boolean.FALSE.equals(settings.tls) || !impliesTls(settings),
                "there are settings of TLS although tls is set to false");
        require((settings.proxyUsername == null) == (settings.proxyPassword == null),
                "proxyUsername and proxyPassword are given together or not at all");
    }

    /** The rules about the shape of a deployment, which are checked again once DNS has spoken. */
    static void checkTopology(SettingValues settings, int hostCount, boolean loadBalanced,
            boolean replicaSet) {
        boolean srv = settings.srvHost != null;
        require(srv || hostCount > 0, "there are no hosts");
        if (settings.directConnection) {
            require(!srv, "directConnection cannot be combined with an SRV host, which may name several hosts");
            require(hostCount < 2, "directConnection cannot be combined with " + hostCount + " hosts");
            require(!loadBalanced, "directConnection cannot be combined with loadBalanced");
        }
        if (loadBalanced) {
            require(hostCount < 2, "loadBalanced cannot be combined with " + hostCount + " hosts");
            require(!replicaSet, "loadBalanced cannot be combined with replicaSet");
        }
        if (settings.srvMaxHosts > 0) {
            require(srv, "srvMaxHosts needs an SRV host");
            require(!replicaSet, "srvMaxHosts cannot be combined with replicaSet");
            require(!loadBalanced, "srvMaxHosts cannot be combined with loadBalanced");
        }
    }

    /** Whether there is a setting that makes no sense without TLS. */
    static boolean impliesTls(SettingValues settings) {
        return settings.tlsCaFile != null || settings.tlsCertificateKeyFile != null
                || settings.tlsCertificateKeyFilePassword != null || settings.sslContext != null
                || settings.tlsAllowInvalidCertificates || settings.tlsAllowInvalidHostnames;
    }

    /** What must not go over the network as it is. */
    private static void checkSecrets(SettingValues settings, boolean encrypted) {
        MongoCredential credential = settings.credential;
        String mechanism = credential == null ? "" : credential.mechanism().orElse("");
        boolean local = settings.srvHost == null && settings.hosts.stream().allMatch(ServerAddress::isUnixSocket);
        if (encrypted) {
            return;
        }
        require(!mechanism.equals("MONGODB-X509"),
                "MONGODB-X509 authenticates by the certificate of a TLS connection, so it needs tls=true");
        require(local || settings.allowSecretsInTheClear
                || !(mechanism.equals("PLAIN") || mechanism.equals("MONGODB-OIDC")),
                mechanism + " would send a password or token over a connection that is not encrypted; set tls=true, or "
                        + "allowSecretsInTheClear if every host on the way may read it");
    }

    /** What is understood but cannot be done yet, or must not be. */
    static void checkSupported(SettingValues settings) {
        checkSecrets(settings, settings.tls == null
                ? settings.srvHost != null || impliesTls(settings)
                : settings.tls);
        if (settings.credential != null) {
            settings.credential.requireUsable();
        }
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new MongoConfigurationException("These settings cannot work: " + problem);
        }
    }
}
