// The least that answers a server's request by a model: the SDK's client, whose handler streams from the model by the
// AI SDK. Runs under Node, and bundled in Electron's main process.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { streamText } from "ai";

/** Where the model and the bench's server are. */
export interface BareWorld {
  baseURL: string;
  /** Node, and the script of the server. */
  command: string;
  script: string;
}

/** Milliseconds of each trip, from the server's pen to its ear. */
export interface Trips {
  /** Each of a call of its own. */
  apart: number[];
  /** One after the other, of one call. */
  inOne: number[];
}

export async function bareTrips(world: BareWorld, runs: number): Promise<Trips> {
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
  const apart: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    apart.push(tripOf(JSON.parse(await asked({ text: `run ${run}` })) as Times));
  }
  const times = JSON.parse(await asked({ text: "many", times: runs })) as Times[];
  await client.close();
  return { apart, inOne: times.map(tripOf) };
}

interface Times {
  sentMs: number;
  heardMs: number;
}

const tripOf = ({ sentMs, heardMs }: Times): number => heardMs - sentMs;
