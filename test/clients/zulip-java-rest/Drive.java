import io.taliox.zulip.ZulipRestExecutor;
import io.taliox.zulip.calls.ZulipRestAPICall;
import io.taliox.zulip.calls.messages.*;
import io.taliox.zulip.calls.settings.*;
import io.taliox.zulip.calls.streams.*;
import io.taliox.zulip.calls.users.*;
import io.taliox.zulip.enums.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Drives zulip-java-rest with all its calls except two: DeleteSubscription uses a misspelled address, and
 * PatchSubscriptionSettings uses an HTTP method that the API never had.
 */
public class Drive {
  interface Step {
    void run() throws Exception;
  }

  static final String site = System.getenv("CLIENT_SITE");
  static final String folder = System.getenv("CLIENT_FOLDER");
  static final String otherEmail = System.getenv("CLIENT_OTHER_EMAIL");
  static final ZulipRestExecutor person =
      new ZulipRestExecutor(System.getenv("CLIENT_EMAIL"), System.getenv("CLIENT_KEY"), site);
  static final ZulipRestExecutor owner =
      new ZulipRestExecutor(System.getenv("CLIENT_OWNER_EMAIL"), System.getenv("CLIENT_OWNER_KEY"), site);

  static String sent;
  static String stream;

  static void step(String name, Step step) {
    String reason = null;
    try {
      step.run();
    } catch (Exception error) {
      reason = error.toString();
    }
    String line = "{\"step\": " + quoted(name) + ", \"passed\": " + (reason == null);
    System.out.println(line + (reason == null ? "}" : ", \"reason\": " + quoted(reason) + "}"));
  }

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\\x00-\\x1f]", " ") + "\"";
  }

  /** Executes a call and returns its answer. Throws if the call does not succeed. */
  static String succeeded(ZulipRestExecutor executor, ZulipRestAPICall call) {
    String answer = executor.executeCall(call);
    if (answer == null || !answer.contains("\"result\":\"success\"")) {
      throw new IllegalStateException(call.getClass().getSimpleName() + ": " + answer);
    }
    return answer;
  }

  static String number(String answer, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(answer);
    if (!matcher.find()) throw new IllegalStateException("no " + name + " in " + answer);
    return matcher.group(1);
  }

  static void expect(String answer, String part) {
    if (!answer.contains(part)) throw new IllegalStateException("no " + part + " in " + answer);
  }

  public static void main(String[] arguments) {
    step("server settings, profile, users, groups", () -> {
      succeeded(person, new GetServerSettings());
      expect(succeeded(person, new GetProfile()), "\"user_id\":" + System.getenv("CLIENT_USER_ID"));
      expect(succeeded(person, new GetAllUsers()), otherEmail);
      succeeded(person, new GetAllUserGroups());
    });
    step("channels: create, subscribe, list, topics, muting", () -> {
      succeeded(person, new PostCreateStream("[{\"name\": \"java\"}]"));
      PostSubscription subscription = new PostSubscription("[{\"name\": \"java\"}]");
      subscription.setPrincipals("[\"" + otherEmail + "\"]");
      succeeded(person, subscription);
      stream = number(succeeded(person, new GetStreamID("java")), "stream_id");
      expect(succeeded(person, new GetSubscribedStreams()), "\"java\"");
      expect(succeeded(person, new GetAllStreams()), "\"java\"");
      succeeded(person, new PatchTopicMuting("java", "beans", MessageFlagsOpTypes.add));
      succeeded(person, new PatchTopicMuting("java", "beans", MessageFlagsOpTypes.remove));
    });
    step("messages: send, read, edit, history, flag, render, delete", () -> {
      sent = number(succeeded(person, new PostMessage("java", "beans", "hello **there**")), "id");
      succeeded(person, new PostMessage(otherEmail, "hello directly"));
      expect(succeeded(person, new GetAllTopicsOfAStream(stream)), "\"beans\"");
      expect(succeeded(person, new GetRawMessage(sent)), "hello **there**");
      GetMessages newest = new GetMessages(Integer.parseInt(sent), 5, 5);
      newest.setNarrow("[{\"operator\": \"stream\", \"operand\": \"java\"}]");
      expect(succeeded(person, newest), "\"id\":" + sent);
      PatchMessage edit = new PatchMessage(sent);
      edit.setContent("edited");
      edit.setSubject("more beans");
      succeeded(person, edit);
      expect(succeeded(person, new GetMessageEditHistory(sent)), "\"prev_content\"");
      succeeded(person, new PostMessageFlags("[" + sent + "]", MessageFlagsOpTypes.add, MessageFlagTypes.starred));
      succeeded(person, new PostMarkAllAsRead());
      expect(succeeded(person, new PostRenderMessage("**x**")), "<strong>x</strong>");
      succeeded(owner, new DeleteMessage(sent));
    });
    step("uploads a file", () ->
        expect(succeeded(person, new PostUploadFile(folder + "/note.txt")), "\"uri\":\"/user_uploads/"));
    step("typing and presence", () -> {
      succeeded(person, new PostTypingStatus(TypingStatusOpTypes.start, "[" + System.getenv("CLIENT_OTHER_ID") + "]"));
      succeeded(person, new GetUserPresence(System.getenv("CLIENT_EMAIL")));
    });
    step("organization: emoji, users", () -> {
      succeeded(owner, new PostCustomEmoji(folder + "/picture.png", "java_dot"));
      expect(succeeded(person, new GetAllCustomEmoji()), "java_dot");
      succeeded(owner, new PostCreateUser("java@test.example", "a long password", "Java", "java"));
    });
  }
}
