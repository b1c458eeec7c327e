// Claude Code's part in its hooks: its settings with a comment and another hook, and events in the recorded shape, each
// handed to the very command line that stands in these settings.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "jsonc-parser";
import recorded from "../../src-shared/agents/recorded/claude-code.json" with { type: "json" };
import { removeFolder, tempFolder } from "./app.ts";

export const SETTINGS = `{
  // Mine.
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "true" }] }, // before the others
    ],
  },
}
`;

/** Of all its events. */
export const SESSION = "3f82f845-8c0f-4350-8ea8-c6e3a57b5181";

interface Settings {
  hooks: Record<string, { hooks: { command: string }[] }[]>;
}
export interface Printed {
  stdout: string;
  stderr: string;
  code: number | null;
}
type EventName = "PreToolUse" | "PostToolUse" | "PermissionRequest";

export class ClaudeCode {
  readonly profile: string;
  readonly file: string;
  /** The folder of its session. */
  readonly project: string;
  /** The name of the program that starts its hooks, by which Countersign knows the agent. */
  program = "sh";
  #calls = 0;

  private constructor(profile: string, project: string) {
    this.profile = profile;
    this.file = path.join(profile, "home/.claude/settings.json");
    this.project = project;
  }

  /** In the home of a fresh profile. @param project outside of the profile, whose files always come to the user */
  static async make(project?: string): Promise<ClaudeCode> {
    const made = new ClaudeCode(await tempFolder(), project ?? (await tempFolder()));
    await mkdir(path.dirname(made.file), { recursive: true });
    await writeFile(made.file, SETTINGS);
    return made;
  }

  async remove(): Promise<void> {
    await removeFolder(this.profile);
    await removeFolder(this.project);
  }

  settings(): Promise<string> {
    return readFile(this.file, "utf8");
  }

  /** Its user asks for something, in the session of its actions. */
  async asks(prompt: string): Promise<Printed> {
    const [shape] = recorded.sessions.prompt;
    const { hooks } = parse(await this.settings()) as Settings;
    const command = hooks["UserPromptSubmit"]?.at(-1)?.hooks[0]?.command;
    if (command === undefined) throw new Error("no hook for UserPromptSubmit");
    const event = { ...shape, session_id: SESSION, cwd: this.project, prompt };
    return run(this.program, command, this.project, event);
  }

  /** What its hook prints before it uses a tool of its own, by default. */
  async does(tool: string, input: object, event: EventName = "PreToolUse"): Promise<Printed> {
    const { bypass, default: asked } = recorded.sessions;
    const shape = [...bypass, ...asked].find((one) => one.hook_event_name === event);
    const { hooks } = parse(await this.settings()) as Settings;
    const command = hooks[event]?.at(-1)?.hooks[0]?.command;
    if (shape === undefined || command === undefined) throw new Error(`no hook for ${event}`);
    if (event === "PreToolUse") this.#calls += 1;
    return run(this.program, command, this.project, {
      ...shape,
      session_id: SESSION,
      cwd: this.project,
      tool_name: tool,
      tool_input: input,
      ...(event === "PermissionRequest" ? {} : { tool_use_id: `call_${this.#calls}` }),
    });
  }
}

function run(argv0: string, command: string, cwd: string, event: object): Promise<Printed> {
  const hook = spawn("sh", ["-c", command], { argv0, cwd });
  const printed = { stdout: "", stderr: "" };
  hook.stdout.on("data", (part: Buffer) => (printed.stdout += part.toString("utf8")));
  hook.stderr.on("data", (part: Buffer) => (printed.stderr += part.toString("utf8")));
  hook.stdin.on("error", () => {});
  hook.stdin.end(JSON.stringify(event));
  return new Promise((resolve, reject) => {
    hook.once("error", reject);
    hook.once("close", (code) => resolve({ ...printed, code }));
  });
}
