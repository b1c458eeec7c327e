// A stdio server of the older SDK with instructions, resources, a prompt and a tool that sends a sampling request with
// the given `includeContext`: `node library.mjs NAME`. Its tool `shelve` only returns what it shelved.
import process from "node:process";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CreateMessageResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const name = process.argv[2] ?? "library";

const server = new McpServer(
  { name, version: "1.0.0" },
  {
    capabilities: { logging: {} },
    instructions: `You help the readers of ${name}.\nNever lend the globe.`,
  },
);

/** @param {string} text */
const said = (text) => ({ content: [{ type: /** @type {const} */ ("text"), text }] });

server.registerTool(
  "ask",
  {
    description: "Asks the model with the context of its choice.",
    inputSchema: { question: z.string(), includeContext: z.string().optional() },
  },
  async ({ question, includeContext }, extra) => {
    await server.sendLoggingMessage({ level: "info", data: `looking for ${question}` });
    const result = await extra.sendRequest(
      {
        method: "sampling/createMessage",
        params: {
          messages: [{ role: "user", content: { type: "text", text: question } }],
          systemPrompt: "You are a librarian.",
          maxTokens: 200,
          // Values unknown to every version are sent too.
          ...(includeContext === undefined
            ? {}
            : { includeContext: /** @type {"none"} */ (includeContext) }),
        },
      },
      CreateMessageResultSchema,
    );
    return said(JSON.stringify(result.content));
  },
);

server.registerTool(
  "shelve",
  { description: "Puts a book on its shelf.", inputSchema: { title: z.string() } },
  ({ title }) => said(`${title} stands on shelf 7 of ${name}.`),
);

server.registerResource(
  "opening hours",
  `${name}://hours`,
  { description: "When it is open.", mimeType: "text/plain" },
  (uri) => ({ contents: [{ uri: uri.href, text: "Mon–Fri 9–17\r\n周六 10–14" }] }),
);
server.registerResource(
  "the globe",
  `${name}://globe`,
  { description: "A picture.", mimeType: "image/png" },
  (uri) => ({ contents: [{ uri: uri.href, blob: "iVBORw0KGgo=", mimeType: "image/png" }] }),
);
server.registerResource(
  "a book",
  new ResourceTemplate(`${name}://book/{title}`, { list: undefined }),
  { description: "One book." },
  (uri, { title }) => {
    if (title === "lost") throw new Error("nobody knows where it is");
    return { contents: [{ uri: uri.href, text: `${title}: 300 pages` }] };
  },
);
server.registerPrompt(
  "greeting",
  { description: "Greets a reader.", argsSchema: { reader: z.string() } },
  ({ reader }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Good day, ${reader}!` } }],
  }),
);

await server.connect(new StdioServerTransport());
