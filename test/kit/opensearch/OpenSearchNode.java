import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/**
 * A single node of OpenSearch for tests, in one process, with the modules that Parley needs. It prints its port when it answers, and ends
 * when its standard input does, so that it does not outlive the tests.
 */
public final class OpenSearchNode extends Node {
    private OpenSearchNode(Settings settings) {
        super(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "parley"),
            List.of(Netty4Plugin.class, CommonAnalysisPlugin.class),
            false
        );
    }

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Settings settings = Settings.builder()
            .put("path.home", home)
            .put("path.data", home.resolve("data"))
            .put("path.logs", home.resolve("logs"))
            .put("cluster.name", "parley-tests")
            .put("node.name", "parley")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("node.processors", 1)
            // Tests share their disk with much else.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
        OpenSearchNode node = new OpenSearchNode(settings);
        node.start();
        int port = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress().getPort();
        System.out.println("OpenSearch answers on port " + port);
        while (System.in.read() != -1) {
            // Nobody writes anything. The end of the input is what is waited for.
        }
        node.close();
        System.exit(0);
    }
}
