// The test server that has SmolLM2 behind an OpenAI-compatible address: a process of its own, on the project's Node.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { projectNode, projectRoot } from "./paths.ts";

const MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf";

/** The small model that `scripts/setup.mjs` fetches. */
export function smallModelFile(): string {
  const folder =
    process.env["COUNTERSIGN_MODELS_DIR"] ?? path.join(projectRoot, ".cache", "models");
  const file = path.join(folder, MODEL_FILE);
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`node scripts/setup.mjs\``);
  return file;
}

export interface Smollm2Server {
  baseUrl: string;
  close: () => Promise<void>;
}

/** Starts it; resolves once the model is loaded and it listens. */
export async function startSmollm2Server(): Promise<Smollm2Server> {
  const script = path.join(projectRoot, "e2e/servers/smollm2Openai.ts");
  const child = spawn(projectNode, [script, smallModelFile()], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      // llama.cpp writes to the same output.
      const address = /^http:\/\/127\.0\.0\.1:\d+\/v1$/m.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`the model server ended (${code})`)));
  });
  return {
    baseUrl,
    async close() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
