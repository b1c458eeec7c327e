// A stdio server that asks in both ways from one tool: since 2026-07-28 the sampling request is embedded in the
// result (`input_required`), before that the SDK pushes it. Its odd state has to come back unchanged.
import { inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const STATE = 'state: \u0000\u200B “quoted” \\n {"a":1} ends here ';

/** @param {string} text */
const asking = (text) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 60,
  });

/** @param {unknown} response */
const said = (response) => {
  const content = Reflect.get(Object(response), "content");
  const block = Array.isArray(content) ? content[0] : content;
  return String(Reflect.get(Object(block), "text"));
};

/** How often each tool was called, to show that a call is not repeated. */
const calls = { ask: 0, compare: 0, mixed: 0 };

/** A form with every kind of field of the protocol, some with a default. */
const forms = () =>
  inputRequired.elicit({
    message: "Say which colour you like, and how much.\nNothing of it is kept.",
    requestedSchema: {
      type: "object",
      properties: {
        colour: { type: "string", enum: ["Red", "Green", "Blue"], default: "Green" },
        name: { type: "string", minLength: 2, description: "How you are called" },
        amount: { type: "integer", minimum: 1, maximum: 10, default: 3 },
        daily: { type: "boolean", default: true },
        extras: {
          type: "array",
          items: { type: "string", enum: ["glossy", "warm"] },
          default: ["warm"],
        },
      },
      required: ["name", "colour"],
    },
  });

serveStdio(() => {
  const server = new McpServer({ name: "dual-era", version: "1.0.0" });
  server.registerTool(
    "ask",
    { description: "Asks one question.", inputSchema: z.object({ question: z.string() }) },
    async ({ question }, ctx) => {
      calls.ask += 1;
      const answer = ctx.mcpReq.inputResponses?.["answer"];
      if (answer === undefined) {
        return inputRequired({ inputRequests: { answer: asking(question) }, requestState: STATE });
      }
      const state = ctx.mcpReq.requestState?.();
      const same = state === STATE ? "state kept" : `state changed: ${JSON.stringify(state)}`;
      return { content: [{ type: "text", text: `${said(answer)} (${same}, call ${calls.ask})` }] };
    },
  );
  server.registerTool(
    "compare",
    { description: "Asks two questions at once.", inputSchema: z.object({}) },
    async (_args, ctx) => {
      calls.compare += 1;
      const { left, right } = ctx.mcpReq.inputResponses ?? {};
      if (left === undefined || right === undefined) {
        return inputRequired({
          inputRequests: { left: asking("What is left?"), right: asking("What is right?") },
        });
      }
      const text = `${said(left)} | ${said(right)} (call ${calls.compare})`;
      return { content: [{ type: "text", text }] };
    },
  );
  server.registerTool(
    "mixed",
    {
      description: "Asks for a sample and the person at once.",
      inputSchema: z.object({}),
    },
    async (_args, ctx) => {
      calls.mixed += 1;
      const { sample, person } = ctx.mcpReq.inputResponses ?? {};
      if (sample === undefined || person === undefined) {
        return inputRequired({
          inputRequests: { sample: asking("Which colour suits?"), person: forms() },
          requestState: STATE,
        });
      }
      const state = ctx.mcpReq.requestState?.() === STATE ? "state kept" : "state changed";
      const text = `${said(sample)} | ${JSON.stringify(person)} (${state}, call ${calls.mixed})`;
      return { content: [{ type: "text", text }] };
    },
  );
  server.registerTool(
    "form",
    { description: "Asks the person alone.", inputSchema: z.object({}) },
    async (_args, ctx) => {
      const person = ctx.mcpReq.inputResponses?.["person"];
      if (person === undefined) return inputRequired({ inputRequests: { person: forms() } });
      return { content: [{ type: "text", text: JSON.stringify(person) }] };
    },
  );
  server.registerTool(
    "folders",
    { description: "Asks for the shared folders.", inputSchema: z.object({}) },
    async (_args, ctx) => {
      const roots = ctx.mcpReq.inputResponses?.["roots"];
      if (roots === undefined) {
        return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
      }
      return { content: [{ type: "text", text: JSON.stringify(roots) }] };
    },
  );
  return server;
});
