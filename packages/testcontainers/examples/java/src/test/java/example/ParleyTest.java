package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Sends a message to Parley and reads it back, in a container that is reset between tests. */
class ParleyTest {
  private static final HttpClient http = HttpClient.newHttpClient();
  private static final ObjectMapper json = new ObjectMapper();
  private static final Map<String, String> newest =
      Map.of("anchor", "newest", "num_before", "1", "num_after", "0", "apply_markdown", "false");

  private static final String image =
      System.getenv().getOrDefault("PARLEY_IMAGE", "parley/all-in-one:0.2.0");
  private static final GenericContainer<?> parley =
      new GenericContainer<>(DockerImageName.parse(image))
          .withExposedPorts(9991, 9992)
          .waitingFor(Wait.forLogMessage(".*Parley is ready at.*", 1))
          .withStartupTimeout(Duration.ofMinutes(1));
  private static JsonNode accounts;
  private static String before;

  @BeforeAll
  static void start() throws Exception {
    parley.start();
    accounts = send(HttpRequest.newBuilder(address(9992, "/accounts")).GET());
    before = newestOf("member2");
  }

  @AfterAll
  static void stop() {
    parley.stop();
  }

  @AfterEach
  void reset() throws Exception {
    send(HttpRequest.newBuilder(address(9992, "/reset")).POST(BodyPublishers.noBody()));
  }

  @RepeatedTest(2)
  void aMessageReachesAnotherPersonAndIsTakenBack() throws Exception {
    assertEquals(before, newestOf("member2"));
    String body = form(Map.of("type", "channel", "to", "general", "topic", "tests", "content", "Hello"));
    send(
        as("member1", "/messages")
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(body)));
    assertEquals("Hello", newestOf("member2"));
  }

  private static String newestOf(String name) throws Exception {
    return send(as(name, "/messages?" + form(newest)).GET()).at("/messages/0/content").asText();
  }

  private static HttpRequest.Builder as(String name, String path) {
    for (JsonNode account : accounts) {
      String email = account.get("email").asText();
      if (!email.startsWith(name + "@")) continue;
      byte[] pair = (email + ":" + account.get("apiKey").asText()).getBytes(StandardCharsets.UTF_8);
      return HttpRequest.newBuilder(address(9991, "/api/v1" + path))
          .header("authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }
    throw new IllegalArgumentException(name);
  }

  private static JsonNode send(HttpRequest.Builder request) throws Exception {
    var response = http.send(request.build(), BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return json.readTree(response.body());
  }

  private static URI address(int port, String path) {
    return URI.create("http://" + parley.getHost() + ":" + parley.getMappedPort(port) + path);
  }

  private static String form(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
