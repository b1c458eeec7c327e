// The least program that serves a server's request by a model: the SDK's client, whose handler streams from the model by
// the AI SDK.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { streamText } from "ai";

/** The addresses of the model and the bench's server. */
export interface BareWorld {
  baseURL: string;
  /** Node, and the script of the server. */
  command: string;
  script: string;
}

/** Milliseconds of each trip, from the server's write to its read. */
export async function bareTrips(world: BareWorld, runs: number): Promise<number[]> {
  const { baseURL, command, script } = world;
  const model = createOpenAICompatible({ name: "bare", baseURL, includeUsage: true }).chatModel(
    "m",
  );
  const client = new Client({ name: "bare", version: "0.0.0" }, { capabilities: { sampling: {} } });
  client.setRequestHandler("sampling/createMessage", async () => {
    const { textStream } = streamText({ model, prompt: "bench", maxRetries: 0 });
    let text = "";
    for await (const more of textStream) text += more;
    return { role: "assistant", content: { type: "text", text }, model: "m" };
  });
  await client.connect(new StdioClientTransport({ command, args: [script] }));
  const asked = async (args: Record<string, unknown>): Promise<string> => {
    const { content } = await client.callTool({ name: "once", arguments: args });
    return (content as { text: string }[])[0]?.text ?? "null";
  };
  const trips: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    trips.push(tripOf(JSON.parse(await asked({ text: `run ${run}` })) as Times));
  }
  await client.close();
  return trips;
}

interface Times {
  sentMs: number;
  heardMs: number;
}

const tripOf = ({ sentMs, heardMs }: Times): number => heardMs - sentMs;
