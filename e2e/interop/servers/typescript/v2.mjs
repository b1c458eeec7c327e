// A server of the SDK's second generation (@modelcontextprotocol/server): `v2.mjs stdio | http [PORT]`. From one tool it
// pushes its request to clients of the 2025 protocol versions and embeds it in the result for those of 2026-07-28.
import http from "node:http";
import process from "node:process";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { failed, question, says, textOf, TOOLS, toolTurn } from "./asked.mjs";

const inputSchema = z.object({ prompt: z.string() });
const STATE = 'state: \u200B “quoted” \\n {"a":1} ends here ';

/** @param {{ era: string }} context */
function build({ era }) {
  const server = new McpServer({ name: "typescript-v2", version: "1.0.0" });
  server.registerTool("ask", { inputSchema }, async ({ prompt }, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.["answer"];
    if (answer === undefined) {
      const answerOf = inputRequired.createMessage(question(prompt));
      return inputRequired({ inputRequests: { answer: answerOf }, requestState: STATE });
    }
    const kept = ctx.mcpReq.requestState?.() === STATE;
    return says({ answer: textOf(answer), model: Reflect.get(Object(answer), "model"), era, kept });
  });
  server.registerTool("with-tools", { inputSchema }, async ({ prompt }, ctx) => {
    /** @type {any} */
    const params = { ...question(prompt), tools: TOOLS, toolChoice: { mode: "auto" } };
    const turns = Object.entries(ctx.mcpReq.inputResponses ?? {});
    const [, last] = turns.at(-1) ?? [];
    if (last === undefined) {
      return inputRequired({ inputRequests: { first: inputRequired.createMessage(params) } });
    }
    const content = Reflect.get(Object(last), "content");
    const { used, results } = toolTurn(content);
    if (used.length === 0) return says(`${textOf(last)} (3 messages)`);
    params.messages.push({ role: "assistant", content }, { role: "user", content: results });
    return inputRequired({ inputRequests: { second: inputRequired.createMessage(params) } });
  });
  if (era === "legacy") pushing(server);
  else expiring(server);
  return server;
}

/**
 * Nothing waits here while the user decides: after a second the state may have expired.
 * @param {McpServer} server
 */
function expiring(server) {
  server.registerTool("impatient", { inputSchema }, async ({ prompt }, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.["answer"];
    if (answer === undefined) {
      const requestState = String(Date.now() + 1000);
      const answerOf = inputRequired.createMessage(question(prompt));
      return inputRequired({ inputRequests: { answer: answerOf }, requestState });
    }
    return says(Date.now() > Number(ctx.mcpReq.requestState?.()) ? "gave up" : textOf(answer));
  });
}

/**
 * What only a pushed request can show: the code of a rejection, and a server that stops waiting.
 * @param {McpServer} server
 */
function pushing(server) {
  server.registerTool("push", { inputSchema }, async ({ prompt }, ctx) =>
    ctx.mcpReq.requestSampling(question(prompt)).then(
      (result) => says({ answer: textOf(result), model: result.model }),
      (error) => failed(error),
    ),
  );
  server.registerTool("impatient", { inputSchema }, async ({ prompt }, ctx) =>
    ctx.mcpReq.requestSampling(question(prompt), { timeout: 1000 }).then(
      (result) => says(textOf(result)),
      () => says("gave up"),
    ),
  );
}

if (process.argv[2] === "stdio") serveStdio(build);
else {
  const handler = toNodeHandler(createMcpHandler(build, { legacy: "reject" }));
  http
    .createServer((request, response) => void handler(/** @type {any} */ (request), response))
    .listen(Number(process.argv[3]), "127.0.0.1");
}
