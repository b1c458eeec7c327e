// Codex's app-server, which its editor extensions talk to: what its user does in /hooks.
import { spawn } from "node:child_process";
import process from "node:process";
import readline from "node:readline";
import { hostBinary } from "../../scripts/setup/hosts.mjs";

type Json = Record<string, unknown>;

interface Hook {
  key: string;
  currentHash: string;
}

function startServer(cwd: string, env: Record<string, string>) {
  const child = spawn(hostBinary("codex"), ["app-server"], {
    cwd,
    env: { PATH: process.env["PATH"], PWD: cwd, LOOP_KEY: "dummy", ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  const write = (message: Json): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  readline.createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, method, result } = JSON.parse(line) as Json;
    if (method === undefined && typeof id === "number") waiting.get(id)?.(result);
  });
  const ask = <T>(method: string, params: Json): Promise<T> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, (result) => resolve(result as T));
      write({ id: last, method, params });
    });
  return {
    ask,
    async begin(): Promise<void> {
      await ask("initialize", { clientInfo: { name: "tests", title: "tests", version: "1" } });
      write({ method: "initialized" });
    },
    stop: () => void child.kill(),
  };
}

/** The lines of config.toml that its user's trust in the hooks of hooks.json adds. */
export async function trustHooks(cwd: string, env: Record<string, string>): Promise<string> {
  const server = startServer(cwd, env);
  await server.begin();
  const { data } = await server.ask<{ data: { hooks: Hook[] }[] }>("hooks/list", { cwds: [cwd] });
  server.stop();
  const hooks = data.flatMap((one) => one.hooks);
  return hooks
    .map(
      ({ key, currentHash }) =>
        `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`,
    )
    .join("");
}
