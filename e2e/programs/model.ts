// The provider behind the endpoint: what it streams follows from the prompt. A tool is called once, then its result told.
import {
  beginStream,
  chunk,
  streamsText,
} from "../../src-main/models/testing/scriptedModelServer.ts";
import type { Script } from "../../src-main/models/testing/scriptedModelServer.ts";
import { offered } from "../hosts/hostModel.ts";
import { neverEnds } from "../support/scriptedModel.ts";
import { streamsCalls } from "../support/toolLoop.ts";

type Json = Record<string, unknown>;

export const PLAIN = "Hello from the model.";
/** What the provider says after its first words. */
export const FAILED = "The provider is overloaded.";
export const WEATHER = { city: "Paris", degrees: 21 };

// The AI SDK asks models that it does not know for JSON by a tool of this name.
const JSON_TOOL = "json";

/** By a tool's own name: those of the SDK clients, of opencode and of Codex. */
const CALLS: readonly [name: string, args: Json][] = [
  ["weather", { city: "Paris" }],
  ["glob", { pattern: "*.degrees" }],
  ["exec_command", { cmd: "echo 21 degrees" }],
  ["shell_command", { command: "echo 21 degrees" }],
  ["shell", { command: ["echo", "21 degrees"] }],
];

export const script: Script = (seen, response) => {
  const messages = (seen.body["messages"] ?? []) as Json[];
  const words = JSON.stringify(messages);
  const script = words.includes("NEVER END.")
    ? neverEnds(["Hello ", "and ", "on "])
    : words.includes("Fail midway.")
      ? failsMidway
      : words.includes("Structured.") && offered(seen.body["tools"], JSON_TOOL) !== null
        ? streamsCalls([{ id: "call_1", name: JSON_TOOL, args: WEATHER }])
        : seen.body["response_format"] !== undefined
          ? streamsText([JSON.stringify(WEATHER)])
          : words.includes("USE TOOL.")
            ? toolsOf(seen.body["tools"], messages)
            : streamsText(["Hello ", "from ", "the model."]);
  return script(seen, response);
};

const failsMidway: Script = (_seen, response) => {
  const send = beginStream(response);
  send(chunk({ role: "assistant", content: "Hello " }));
  send({ error: { message: FAILED, type: "server_error", code: "overloaded" } });
  response.end();
};

function toolsOf(tools: unknown, messages: readonly Json[]): Script {
  const result = messages.find(({ role }) => role === "tool");
  if (result !== undefined) return streamsText([`It says: ${JSON.stringify(result["content"])}`]);
  for (const [wanted, args] of CALLS) {
    const found = offered(tools, wanted);
    if (found !== null) return streamsCalls([{ id: "call_1", name: found.name, args }]);
  }
  return streamsText([PLAIN]);
}
