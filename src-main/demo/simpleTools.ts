// The demo server's tools that send a single sampling request: ask, summarize, describe_image, slow, cancels.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CreateMessageRequest } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import {
  ask,
  failedResult,
  PATIENT,
  reporter,
  toolResult,
  type CallContext,
  type Patience,
} from "./ask.ts";
import { eveningPictureBase64 } from "./picture.ts";

/** The schema of what every sampling tool returns beside its content. */
export const FACTS_SCHEMA = {
  model: z.string().describe("The model that responded, as the client named it"),
  stopReason: z.string().describe("Why the response ended"),
  turns: z.number().int().describe("The number of sampling requests"),
};

/** For tools that change nothing but ask a model. */
export const ASKS_A_MODEL = { readOnlyHint: true, openWorldHint: true } as const;

const EXAMPLE_TEXT =
  "Sampling lets an MCP server ask the model of the application that it is connected to. " +
  "The server needs no key and no model of its own. In return the user of the application " +
  "sees every request, may change it, and decides whether it goes to a model at all, and then " +
  "sees the response before the server does.";

/** Registers the five tools on `server`. */
export function registerSimpleTools(server: McpServer): void {
  registerAsk(server);
  registerSummarize(server);
  registerDescribeImage(server);
  registerSlow(server);
  registerCancels(server);
}

async function oneSample(
  server: McpServer,
  call: CallContext,
  logger: string,
  params: CreateMessageRequest["params"],
  patience: Patience = PATIENT,
) {
  const report = reporter(server, call, logger, 2);
  await report.log("info", `Sending one sampling request for at most ${params.maxTokens} tokens`);
  await report.progress(1, "Waiting for the response");
  const answer = await ask(call, params, patience);
  if (!answer.ok) {
    await report.log("warning", answer.sentence);
    return failedResult(answer.sentence);
  }
  await report.log("info", `Answered by ${answer.result.model}`);
  await report.progress(2, "Done");
  return toolResult(answer.result, 1);
}

function userText(text: string): CreateMessageRequest["params"]["messages"][number] {
  return { role: "user", content: { type: "text", text } };
}

function registerAsk(server: McpServer): void {
  server.registerTool(
    "ask",
    {
      title: "Ask a question",
      description: "Asks the client's model one question and returns its response.",
      inputSchema: {
        question: z
          .string()
          .min(1)
          .default("What is the capital of France?")
          .describe("The question, as the model will see it"),
      },
      outputSchema: FACTS_SCHEMA,
      annotations: ASKS_A_MODEL,
    },
    ({ question }, call) =>
      oneSample(server, call, "ask", {
        systemPrompt: "You are a helpful assistant.",
        messages: [userText(question)],
        temperature: 0,
        maxTokens: 64,
      }),
  );
}

function registerSummarize(server: McpServer): void {
  server.registerTool(
    "summarize",
    {
      title: "Summarize a text",
      description: "Asks the client's model for a short summary of a text.",
      inputSchema: {
        text: z.string().min(1).default(EXAMPLE_TEXT).describe("The text to summarize"),
        sentences: z
          .number()
          .int()
          .min(1)
          .max(10)
          .default(2)
          .describe("How many sentences the summary may have"),
      },
      outputSchema: FACTS_SCHEMA,
      annotations: ASKS_A_MODEL,
    },
    ({ text, sentences }, call) =>
      oneSample(server, call, "summarize", {
        systemPrompt: `You summarize texts in at most ${sentences} plain sentences. You add nothing that is not in the text.`,
        messages: [userText(`Summarize this text:\n\n${text}`)],
        modelPreferences: {
          hints: [{ name: "haiku" }, { name: "mini" }],
          costPriority: 0.8,
          speedPriority: 0.7,
          intelligencePriority: 0.3,
        },
        temperature: 0.3,
        maxTokens: 256,
      }),
  );
}

function registerDescribeImage(server: McpServer): void {
  server.registerTool(
    "describe_image",
    {
      title: "Describe an image",
      description:
        "Sends a small picture that the server has drawn to the client's model and asks what it shows. Needs a model that sees.",
      inputSchema: {
        question: z
          .string()
          .min(1)
          .default("What does this picture show? Answer in one sentence.")
          .describe("What to ask about the picture"),
      },
      outputSchema: FACTS_SCHEMA,
      annotations: ASKS_A_MODEL,
    },
    ({ question }, call) =>
      oneSample(server, call, "describe_image", {
        messages: [
          // Protocol versions before 2025-11-25 allow one content block per message, so picture and question are two
          // messages.
          {
            role: "user",
            content: { type: "image", data: eveningPictureBase64(), mimeType: "image/png" },
          },
          userText(question),
        ],
        modelPreferences: { hints: [{ name: "vision" }], intelligencePriority: 0.6 },
        temperature: 0.2,
        maxTokens: 200,
      }),
  );
}

function registerSlow(server: McpServer): void {
  server.registerTool(
    "slow",
    {
      title: "Lose patience",
      description:
        "Sends one sampling request and gives up when no response arrives within the given seconds. Shows what a server timeout looks like.",
      inputSchema: {
        seconds: z
          .number()
          .min(0.05)
          .max(3600)
          .default(20)
          .describe("How long to wait before giving up"),
      },
      outputSchema: FACTS_SCHEMA,
      annotations: ASKS_A_MODEL,
    },
    ({ seconds }, call) =>
      oneSample(
        server,
        call,
        "slow",
        {
          messages: [userText(`Say something before ${seconds} seconds have passed.`)],
          maxTokens: 64,
        },
        { timeoutMs: seconds * 1000, extendable: false },
      ),
  );
}

function registerCancels(server: McpServer): void {
  server.registerTool(
    "cancels",
    {
      title: "Change its mind",
      description:
        "Sends one sampling request and cancels it after the given seconds, like a server that no longer needs the response.",
      inputSchema: {
        afterSeconds: z
          .number()
          .min(0.05)
          .max(3600)
          .default(5)
          .describe("When to cancel the request"),
      },
      outputSchema: FACTS_SCHEMA,
      annotations: ASKS_A_MODEL,
    },
    ({ afterSeconds }, call) =>
      oneSample(
        server,
        call,
        "cancels",
        {
          messages: [userText("Write one line about patience.")],
          maxTokens: 64,
        },
        { ...PATIENT, cancelAfterMs: afterSeconds * 1000 },
      ),
  );
}
