// The AI SDK alone, as a process of the app's own runtime: asks the provider so many times and prints how long each
// answer took, in milliseconds. Bundled by the bench before it runs.
import process from "node:process";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";

Reflect.set(globalThis, "AI_SDK_LOG_WARNINGS", false);

const [baseURL = "", runs = "1"] = process.argv.slice(2);
const model = createOpenAICompatible({ name: "bare", baseURL, includeUsage: true }).chatModel("m");

async function once(): Promise<number> {
  const startedMs = performance.now();
  const { textStream } = streamText({ model, prompt: "bench", maxRetries: 0 });
  let length = 0;
  for await (const text of textStream) length += text.length;
  if (length === 0) throw new Error("no text came");
  return performance.now() - startedMs;
}

async function main(): Promise<void> {
  const times: number[] = [];
  // The first run reads the code.
  await once();
  for (let run = 0; run < Number(runs); run += 1) times.push(await once());
  process.stdout.write(JSON.stringify(times));
}

void main();
