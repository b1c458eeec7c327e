// How an agent starts the hook's script: the command in its config, and opencode's plugin.

/**
 * `report`: nobody waits for it. `asked`: the agent asks its user by itself, so that it passes where the desk can't be
 * reached. `held`: it is blocked then.
 */
export type HookWaits = "report" | "asked" | "held";

export interface HookCommand {
  /** Absolute paths. */
  node: string;
  script: string;
  id: string;
  isWindows: boolean;
}

/** One word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What makes Node run other code. A repository's settings may set variables. */
const VARIABLES = ["NODE_OPTIONS", "NODE_PATH", "NODE_COMPILE_CACHE", "OPENSSL_CONF"];
const UNSET = VARIABLES.map((name) => `-u ${name}`).join(" ");

/** For a hook that failed by itself. Gemini CLI and Qwen Code run the tool where nothing is said, whatever the exit code. */
const FAILED = "Countersign's hook failed.";
const CLOSES = ` || case $? in 2) exit 2 ;; *) echo "${FAILED}" >&2; exit 2 ;; esac`;

/** One word of PowerShell, whatever is in it. */
const quotedForPowerShell = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The command in PowerShell, whose version 5 knows no `||`. A program that can't be started leaves no exit code. */
export function powerShellLine({ node, script, id }: HookCommand, waits: HookWaits): string | null {
  if (!/^[\w-]+$/.test(id) || [node, script].some((path) => /[\0\r\n]/.test(path))) return null;
  const started = `& ${[node, script].map(quotedForPowerShell).join(" ")} ${id}`;
  if (waits === "held") return `${started}; if ($LASTEXITCODE -ne 0) { exit 2 }`;
  return `${started} --${waits}; exit ${waits === "report" ? "0" : "$LASTEXITCODE"}`;
}

/**
 * The command. What a repository may set is taken away before Node starts, and no program is looked for. Windows has no
 * `env`, and its agents use one of three shells: a path that not all of them read alike gives null.
 */
export function commandLine(
  { node, script, id, isWindows }: HookCommand,
  waits: HookWaits,
): string | null {
  const closes = isWindows ? " || exit 2" : CLOSES;
  // Gemini CLI stops at a report that fails.
  const passes = waits === "report" ? " || exit 0" : "";
  const end = waits === "held" ? closes : ` --${waits}${passes}`;
  if (!/^[\w-]+$/.test(id) || [node, script].some((path) => path.includes("\0"))) return null;
  if (!isWindows) return `/usr/bin/env ${UNSET} ${quoted(node)} ${quoted(script)} ${id}${end}`;
  const paths = [node, script].map((path) => path.replaceAll("\\", "/"));
  return paths.every((path) => /^[\p{L}\p{N} ._:/()~+,=@-]+$/u.test(path))
    ? `"${paths.join('" "')}" ${id}${end}`
    : null;
}

/** The plugin that hands opencode's events to the script. What goes wrong there before a tool runs blocks it. */
export const pluginText = ({ node, script, id }: HookCommand): string => `\
// Written by Countersign, which holds this agent's tools until you decide. It is replaced as a whole.
import { spawn } from "node:child_process";

const COMMAND = ${JSON.stringify(node)};
const ARGUMENTS = ${JSON.stringify([script, id])};

function ask(event, ...more) {
  const { ${VARIABLES.join(", ")}, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const hook = spawn(COMMAND, [...ARGUMENTS, ...more], { env, windowsHide: true });
    const [out, err] = [[], []];
    hook.stdout.on("data", (part) => out.push(part));
    hook.stderr.on("data", (part) => err.push(part));
    hook.on("error", reject);
    hook.on("close", (code) =>
      code === 0
        ? resolve(Buffer.concat(out).toString("utf8"))
        : reject(new Error(Buffer.concat(err).toString("utf8") || "${FAILED}")),
    );
    hook.stdin.on("error", () => {});
    hook.stdin.end(JSON.stringify(event));
  });
}

export const Countersign = async ({ directory }) => ({
  "tool.execute.before": async ({ tool, sessionID, callID }, output) => {
    const answer = await ask({
      hook_event_name: "tool.execute.before",
      session_id: sessionID,
      call_id: callID,
      tool,
      args: output.args,
      cwd: directory,
    });
    if (answer === "") return;
    const { args } = JSON.parse(answer);
    if (typeof args !== "object" || args === null) throw new Error("${FAILED}");
    for (const name of Object.keys(output.args)) delete output.args[name];
    Object.assign(output.args, args);
  },
  "tool.execute.after": async ({ tool, sessionID, callID, args }) => {
    const event = {
      hook_event_name: "tool.execute.after",
      session_id: sessionID,
      call_id: callID,
      tool,
      args,
      cwd: directory,
    };
    await ask(event, "--report").catch(() => {});
  },
});
`;
