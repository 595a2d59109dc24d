package dev.bowline;

import dev.bowline.error.MongoConfigurationException;

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

    /** What is understood but cannot be done yet. */
    static void checkSupported(SettingValues settings) {
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
