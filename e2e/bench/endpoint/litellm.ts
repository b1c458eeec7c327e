// LiteLLM's proxy in front of the same scripted provider: one worker, as it starts by default, without a database.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import process from "node:process";
import { environmentDir } from "../../../scripts/setup/python.mjs";
import type { Address } from "./client.ts";

/** How long it may take to start: it loads some hundred modules. */
const START_MS = 90_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export async function startLitellm(baseUrl: string, folder: string) {
  const port = await freePort();
  // It does not start without one.
  const token = `sk-${randomBytes(32).toString("hex")}`;
  const config = path.join(folder, "litellm.yaml");
  // YAML reads JSON.
  const model = { model: "openai/scripted-1", api_base: baseUrl, api_key: "none" };
  await writeFile(
    config,
    JSON.stringify({ model_list: [{ model_name: "scripted-1", litellm_params: model }] }),
  );
  const bin = path.join(environmentDir("litellm"), "bin");
  const args = ["--config", config, "--host", "127.0.0.1", "--port", String(port)];
  const child = spawn(path.join(bin, "litellm"), [...args, "--telemetry", "False"], {
    cwd: folder,
    // It asks nothing but the scripted provider.
    env: {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      HOME: folder,
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
      LITELLM_LOG: "ERROR",
      LITELLM_MASTER_KEY: token,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-4000);
    });
  const ended = once(child, "exit");
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const address: Address = { baseUrl: `http://127.0.0.1:${port}/v1`, token };
  const until = performance.now() + START_MS;
  while (!(await isUp(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      if (child.exitCode === null) await close();
      throw new Error(`LiteLLM's proxy did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { address, close };
}

const isUp = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/liveliness`).then(
    ({ ok }) => ok,
    () => false,
  );
