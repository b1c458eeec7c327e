// Codex, measured on 0.171.0. Its events and verdicts have Claude Code's form.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../../canonical.ts";
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { AgentTable } from "../agent.ts";
import { settingsIn } from "../hookConfig.ts";
import { parsePatch } from "../patch.ts";
import { readHookEvent } from "./claudeCode.ts";
import { editable, mcpCallOf, optional, OTHER, readTool, textIn } from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { objectOf, objectsIn, sumOf } from "./output.ts";
import { beforeTool, blocked, permissionAsked, SILENT } from "./verdicts.ts";

const TOOLS: Record<string, ToolReader> = {
  Bash: {
    shape: { command: "text", description: "text?" },
    read: (input) => ({
      kind: "command",
      command: editable(input, "command"),
      ...optional("claim", input["description"]),
    }),
  },
  view_image: {
    shape: { path: "text" },
    read: (input) => ({ kind: "read", path: textIn(input, "path") }),
  },
  apply_patch: {
    shape: { command: "text" },
    read(input) {
      const changes = parsePatch("codex", textIn(input, "command"));
      return changes === null
        ? OTHER
        : { kind: "edit", changes, patch: editable(input, "command") };
    },
  },
};

const RUN = ["exec", "--skip-git-repo-check", "--json"];
/** Cached ones are among the first. */
const TOKENS = ["input_tokens", "output_tokens"];

export const codex: AgentTable = {
  id: "codex",
  name: "Codex",
  isMeasured: true,
  readEvent: readHookEvent,
  actionOf: (tool, input) => mcpCallOf(tool) ?? readTool(TOOLS, tool, input),
  events: {
    PreToolUse: "before",
    PermissionRequest: "permission",
    PostToolUse: "after",
    UserPromptSubmit: "prompt",
    SessionEnd: "ended",
  },
  takesEdits: ["before"],
  outputOf({ role }, verdict) {
    if (verdict.kind === "pass") return SILENT;
    if (role === "before") return beforeTool(verdict);
    if (role !== "permission") return SILENT;
    // `updatedInput` makes it fail closed: better said by us.
    return verdict.kind === "allow" && verdict.input !== undefined
      ? blocked("Codex takes no edited input here.")
      : permissionAsked(verdict);
  },
  programs: ["codex", "codex.exe"],
  needs: ["trust", "restart"],
  trust: { file: "config.toml", isTrusted },
  run: {
    once: (prompt) => [...RUN, "--sandbox", "workspace-write", prompt],
    unasked: (prompt) => [...RUN, "--dangerously-bypass-approvals-and-sandbox", prompt],
    tools: { shell: "exec_command", subagents: "spawn_agent" },
    // Its hooks have the name with that of its namespace; that of `spawn_agent` they have without.
    waits: ["wait_agent", "multi_agent_v1wait_agent"],
    tokensIn: (output) =>
      sumOf(
        objectsIn(output)
          .filter(({ type }) => type === "turn.completed")
          .flatMap(({ usage }) => TOKENS.map((name) => objectOf(usage)[name])),
      ),
  },
  // An hour was waited out: with a hook that never answers it was given up after 3,600 s, at which the tool ran.
  hook: {
    form: "groups",
    unitMs: 1000,
    limitMs: 3_600_000,
    blocksOnFailure: false,
    hasPermission: true,
    hasCallFolder: true,
  },
};

// Its trust in hooks: for each, config.toml has a hash of what it is, under its place in hooks.json. Measured on 0.171.0:
// `hooks.state."FILE:EVENT:GROUP:HOOK"` with `trusted_hash`, of the hook as canonical JSON.

/** `PreToolUse` as Codex names it there. */
const keyOf = (event: string): string =>
  event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const hashOf = (identity: JsonObject): string =>
  `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(identity))))}`;

/** Events without tools have no matcher for Codex, whatever the file says. */
function hashesOf(event: string, { matcher }: JsonObject, hook: JsonObject): string[] {
  const { type = "command", command = "", timeout = 600 } = hook;
  const identity = { event_name: event, hooks: [{ type, command, timeout, async: false }] };
  const named = typeof matcher === "string" ? [{ ...identity, matcher }] : [];
  return [...named, identity].map(hashOf);
}

/** Whether every hook with this id is trusted at its place. `hooks`: hooks.json, `kept`: config.toml. */
function isTrusted(hooks: string, kept: string, id: string): boolean {
  const states = Object.entries(objectOf(objectOf(settingsIn("x.toml", kept)?.["hooks"])["state"]));
  const all = Object.entries(objectOf(settingsIn("x.json", hooks)?.["hooks"])).flatMap(
    ([name, groups]) =>
      objectsOf(groups).flatMap((group, at) =>
        objectsOf(group["hooks"]).map((hook, inner) => ({
          hook,
          place: `:${keyOf(name)}:${at}:${inner}`,
          hashes: hashesOf(keyOf(name), group, hook),
        })),
      ),
  );
  const own = all.filter(({ hook }) => JSON.stringify(hook).includes(id));
  return (
    own.length > 0 &&
    own.every(({ place, hashes }) =>
      states.some(([key, state]) => {
        const { trusted_hash: hash, enabled } = objectOf(state);
        return key.endsWith(place) && hashes.some((one) => one === hash) && enabled !== false;
      }),
    )
  );
}

/** By their places: what is no object is one without fields. */
const objectsOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.map((one) => (isJsonObject(one) ? one : {})) : [];
