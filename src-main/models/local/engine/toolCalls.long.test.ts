// Tool calls of the real small model after a conversation with a call and its result: a quarter of a minute on two
// cores.
import type { ChildProcess } from "node:child_process";
import { afterAll, expect, it, vi } from "vitest";
import { plainRequest, smallModel, startEngineFork } from "../testing.ts";
import { LocalEngine } from "./host.ts";

vi.setConfig({ testTimeout: 120_000 }); // a real model on two busy cores

const children: ChildProcess[] = [];
const engine = new LocalEngine(() => startEngineFork(children));
afterAll(() => engine.close());

const calculator = {
  name: "calculator",
  description: "Works out an expression",
  // Short: the small model would write on and on.
  parameters: { type: "object", properties: { expression: { type: "string", maxLength: 8 } } },
};
// The small model's template knows no tools; this one, of the common Hermes kind, does.
const chatTemplate =
  "{%- if tools %}{{- '<|im_start|>system\\nYou may call tools. <tools>' }}{%- for tool in tools %}" +
  "{{- tool | tojson }}{%- endfor %}{{- '</tools>\\nFor each call return <tool_call>\\n" +
  '{"name": <function-name>, "arguments": <args-json-object>}\\n</tool_call><|im_end|>\\n\' }}{%- endif %}' +
  "{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' }}{%- if message.content %}" +
  "{{- message.content }}{%- endif %}{%- if message.tool_calls %}{%- for tool_call in message.tool_calls %}" +
  '{{- \'<tool_call>\\n{"name": "\' + tool_call.function.name + \'", "arguments": \' + ' +
  "(tool_call.function.arguments | tojson) + '}\\n</tool_call>' }}{%- endfor %}{%- endif %}" +
  "{{- '<|im_end|>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}";

it("returns tool calls after a conversation with calls and results", async () => {
  const call = { id: "a", name: "calculator", arguments: '{"expression":"2+2"}' };
  const outcome = await engine.generate(
    plainRequest("What is the capital of France?", {
      model: { ...smallModel(), chatTemplate },
      tools: [calculator],
      messages: [
        { role: "user", content: "What is 2+2?" },
        { role: "assistant", content: "", toolCalls: [call] },
        { role: "tool", content: "4", toolCallId: "a", name: "calculator" },
      ],
    }),
    { signal: new AbortController().signal, onDelta: () => undefined },
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  const done = outcome.value;
  expect(done.toolCalls).toHaveLength(1);
  expect(done.toolCalls[0]).toMatchObject({ name: "calculator" });
  expect(JSON.parse(done.toolCalls[0]?.arguments ?? "")).toEqual({ expression: "2+2" });
  expect(done.text).toBe("");
});
