// What the demo server offers beside tools: a prompt, a text resource and a picture.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { eveningPictureBase64 } from "./picture.ts";

const ABOUT = `# Countersign demo server

This server is bundled with Countersign. Each of its tools sends sampling requests to the connected client.

| Tool | What it shows |
|---|---|
| \`ask\` | one question, one answer |
| \`summarize\` | a system prompt, preferences among models, a limit of tokens |
| \`describe_image\` | a request with an image |
| \`plan_trip\` | a request with tools, repeated until the plan is done |
| \`slow\` | a server that gives up waiting |
| \`cancels\` | a server that cancels its own request |
`;

/** Registers the prompt `review_text` and the resources `countersign://demo/about` and `countersign://demo/picture`. */
export function registerMaterial(server: McpServer): void {
  server.registerPrompt(
    "review_text",
    {
      title: "Review a text",
      description: "A message that asks for a careful review of a text.",
      argsSchema: {
        text: z.string().describe("The text to review"),
        audience: z.string().optional().describe("For whom the text is written"),
      },
    },
    ({ text, audience }) => ({
      description: "Review of a text",
      messages: [
        {
          role: "user",
          content: {
            type: "text",
            text: `Review this text${audience === undefined ? "" : ` for ${audience}`}. Name what is unclear, then what is wrong, then what is good.\n\n${text}`,
          },
        },
      ],
    }),
  );
  server.registerResource(
    "about",
    "countersign://demo/about",
    {
      title: "About this server",
      description: "What each tool of the demo server shows.",
      mimeType: "text/markdown",
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/markdown", text: ABOUT }] }),
  );
  server.registerResource(
    "picture",
    "countersign://demo/picture",
    {
      title: "The picture",
      description: "The picture that describe_image asks about.",
      mimeType: "image/png",
    },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: "image/png", blob: eveningPictureBase64() }],
    }),
  );
}
