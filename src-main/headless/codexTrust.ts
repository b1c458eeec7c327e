// Codex runs only hooks that are trusted by their hash: asks its own app-server for those of this run, and trusts exactly
// them. `--dangerously-bypass-hook-trust` would run those of a project as well.
import { jsonIn } from "#shared/json.ts";
import { spawn } from "node:child_process";
import readline from "node:readline";
import { z } from "zod";
import { within } from "../core/within.ts";
import { CommandFault } from "./fault.ts";
import { WORDS } from "./words.ts";

const ANSWER_MS = 30_000;

const hookSchema = z.object({
  key: z.string(),
  currentHash: z.string(),
  source: z.string(),
  enabled: z.boolean(),
  trustStatus: z.string(),
});
const answerSchema = z.object({
  id: z.literal(2),
  result: z.object({ data: z.array(z.object({ hooks: z.array(hookSchema) })) }),
});
type Hook = z.infer<typeof hookSchema>;

/**
 * The flags that trust the hooks of `flags`.
 * @param count how many hooks these are
 * @throws {CommandFault} if Codex would not run every one of them
 */
export async function trustedHooks(
  command: string,
  flags: readonly string[],
  count: number,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const found = await hooksOf(command, flags, env);
  if (found === null) throw new CommandFault(WORDS.codexUntrusted());
  const state = found.map(
    ({ key, currentHash }) =>
      `${JSON.stringify(key)}={trusted_hash=${JSON.stringify(currentHash)}}`,
  );
  const trust = ["-c", `hooks.state={${state.join(",")}}`];
  const now = await hooksOf(command, [...flags, ...trust], env);
  const isRun = ({ enabled, trustStatus }: Hook): boolean => enabled && trustStatus === "trusted";
  if (now?.length !== count || !now.every(isRun)) throw new CommandFault(WORDS.codexUntrusted());
  return trust;
}

/** Those that the command line has set; null if Codex does not say. */
async function hooksOf(
  command: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Hook[] | null> {
  const child = spawn(command, [...flags, "app-server"], {
    env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const hooks = new Promise<Hook[]>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", reject);
    child.stdin.on("error", reject);
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    const clientInfo = { name: "countersign", title: "Countersign", version: "1" };
    send({ id: 1, method: "initialize", params: { clientInfo } });
    send({ method: "initialized" });
    send({ id: 2, method: "hooks/list", params: { cwds: [process.cwd()] } });
    readline.createInterface({ input: child.stdout }).on("line", (line) => {
      const answer = answerIn(line);
      if (answer === null) return;
      const hooks = answer.result.data.flatMap((one) => one.hooks);
      resolve(hooks.filter(({ source }) => source === "sessionFlags"));
    });
  });
  const found = await within<Hook[] | null>(hooks, ANSWER_MS, null);
  child.kill();
  return found;
}

function answerIn(line: string): z.infer<typeof answerSchema> | null {
  return answerSchema.safeParse(jsonIn(line)).data ?? null;
}
