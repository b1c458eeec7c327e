// A server of the Java SDK over standard input and output. Its SDK waits ten seconds for a sample, then fails without a
// word to the client: that default is left as it is, since most servers leave it too.
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

public final class Main {
  private static final String INPUT =
      "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},\"required\":[\"prompt\"]}";

  private static CallToolResult ask(McpSyncServerExchange exchange, CallToolRequest call) {
    var prompt = String.valueOf(call.arguments().get("prompt"));
    try {
      var result =
          exchange.createMessage(
              CreateMessageRequest.builder()
                  .messages(List.of(new SamplingMessage(Role.USER, new TextContent(prompt))))
                  .systemPrompt("You are brief.")
                  .temperature(0.7)
                  .maxTokens(200)
                  .build());
      var said = result.content() instanceof TextContent text ? text.text() : "no text";
      return CallToolResult.builder().addTextContent(said + " (" + result.model() + ")").build();
    } catch (McpError error) {
      var wire = error.getJsonRpcError();
      var code = wire == null ? "none" : String.valueOf(wire.code());
      return failed("code " + code + ": " + error.getMessage());
    } catch (RuntimeException error) {
      return failed("gave up: " + error);
    }
  }

  private static CallToolResult failed(String text) {
    return CallToolResult.builder().addTextContent(text).isError(true).build();
  }

  public static void main(String[] args) {
    var mapper = new JacksonMcpJsonMapper(JsonMapper.shared());
    var tool = Tool.builder().name("ask").inputSchema(mapper, INPUT).build();
    McpServer.sync(new StdioServerTransportProvider(mapper))
        .serverInfo("java", "1.0.0")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .tools(SyncToolSpecification.builder().tool(tool).callHandler(Main::ask).build())
        .build();
  }
}
