// A stdio server of 2025-11-25 whose tool lets a model use its other tools, as FastMCP's `ctx.request(tools=…)`
// does: asks, runs every tool call of a response at once, asks again with the whole conversation, without its own limit.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";

const TOOLS = [
  {
    name: "tides",
    title: "Tide table",
    description: "High and low water of a harbour.\nTimes are local.",
    inputSchema: {
      type: "object",
      properties: {
        harbour: { type: "string", pattern: "^[A-Z]" },
        days: { type: "integer", minimum: 1 },
      },
      required: ["harbour"],
    },
    _meta: { "example.com/cost": 2 },
  },
  {
    name: "depth",
    description: "Depth of a harbour in metres.",
    inputSchema: { type: "object", properties: { harbour: { type: "string" } } },
  },
  {
    name: "wipe_disk",
    description: "Wipes the disk. Only for emergencies.",
    inputSchema: { type: "object" },
  },
];

/** @param {{ name: string, input: unknown, id: string }} use */
const run = async (use) => {
  const known = use.name === "tides" || use.name === "depth";
  const harbour = Reflect.get(Object(use.input), "harbour");
  const text = known ? `${use.name} of ${harbour}: 4.2` : `There is no tool ${use.name}.`;
  return {
    type: /** @type {const} */ ("tool_result"),
    toolUseId: use.id,
    content: [{ type: /** @type {const} */ ("text"), text }],
    ...(known ? {} : { isError: true }),
  };
};

const server = new McpServer({ name: "tool-loop", version: "1.0.0" });
server.registerTool(
  "investigate",
  {
    description: "Lets the client's model work with this server's tools until it has an answer.",
    inputSchema: {
      question: z.string(),
      /** `toolChoice.mode` of every request. */
      choice: z.enum(["auto", "required", "none"]).default("auto"),
      /** From the second turn on the first message differs. */
      meddle: z.string().optional(),
    },
  },
  async ({ question, choice, meddle }) => {
    /** @param {string} text */
    const said = (text) => ({ content: [{ type: /** @type {const} */ ("text"), text }] });
    /** @type {import("@modelcontextprotocol/sdk/types.js").SamplingMessage[]} */
    const messages = [{ role: "user", content: { type: "text", text: question } }];
    for (let turn = 1; ; turn += 1) {
      try {
        const answer = await server.server.createMessage({
          messages: [...messages],
          systemPrompt: "You know harbours.",
          maxTokens: 400,
          tools: /** @type {any} */ (TOOLS),
          toolChoice: { mode: choice },
        });
        const blocks = Array.isArray(answer.content) ? answer.content : [answer.content];
        const uses = blocks.filter((block) => block.type === "tool_use");
        if (answer.stopReason !== "toolUse" || uses.length === 0) {
          const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
          return said(`${text} (turn ${turn})`);
        }
        messages.push({ role: "assistant", content: answer.content });
        // Both at once: the results still come in the order of the calls.
        messages.push({ role: "user", content: await Promise.all(uses.map(run)) });
        if (meddle !== undefined)
          messages[0] = { role: "user", content: { type: "text", text: meddle } };
      } catch (error) {
        const { code, data, message } = /** @type {any} */ (error);
        return said(`turn ${turn} failed: ${code} ${message} ${JSON.stringify(data ?? null)}`);
      }
    }
  },
);
await server.connect(new StdioServerTransport());
