// What leads an agent's model calls to Countersign's endpoint, in the agent's own settings: values in its JSON or TOML,
// set and taken out again. Comments and the other values stay. Measured with Claude Code 2.1.332, Codex 0.171.0 and
// opencode 1.18.33.
import { parse as parseToml, patch as patchToml } from "@decimalturn/toml-patch";
import { isToml } from "./gateway/hostEntryText.ts";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { sameJson } from "../request/document/change.ts";
import type { AgentId } from "./agent.ts";
import { nodeAt, settingsIn, withField, withoutField } from "./hookConfig.ts";

/** One value of the settings and where it stands. */
export interface CallsValue {
  path: string[];
  value: string;
}

interface CallsTable {
  /** Whom it calls by itself, for people. */
  provider: string;
  /** @param baseUrl `http://127.0.0.1:PORT` */
  values(baseUrl: string, token: string): CallsValue[];
}

const provider = (name: string, baseUrl: string, token: string): CallsValue[] => [
  { path: ["provider", name, "options", "baseURL"], value: `${baseUrl}/v1` },
  { path: ["provider", name, "options", "apiKey"], value: token },
];

/** The agents whose model calls a file can lead elsewhere. Gemini CLI, Qwen Code and Copilot CLI take variables only. */
export const CALLS: Partial<Record<AgentId, CallsTable>> = {
  // Its settings win over variables of the shell. With a token it does not use the login of a plan.
  "claude-code": {
    provider: "Anthropic",
    values: (baseUrl, token) => [
      { path: ["env", "ANTHROPIC_BASE_URL"], value: baseUrl },
      { path: ["env", "ANTHROPIC_AUTH_TOKEN"], value: token },
    ],
  },
  // It does not let a config change its built-in provider.
  codex: {
    provider: "OpenAI",
    values: (baseUrl, token) => [
      { path: ["model_provider"], value: "countersign" },
      { path: ["model_providers", "countersign", "name"], value: "Countersign" },
      { path: ["model_providers", "countersign", "base_url"], value: `${baseUrl}/v1` },
      { path: ["model_providers", "countersign", "wire_api"], value: "responses" },
      { path: ["model_providers", "countersign", "experimental_bearer_token"], value: token },
    ],
  },
  // Of its many providers, those whose dialects the endpoint has.
  opencode: {
    provider: "Anthropic, OpenAI",
    values: (baseUrl, token) =>
      ["anthropic", "openai"].flatMap((name) => provider(name, baseUrl, token)),
  },
};

/** The value there; undefined if there is none. Null where the file can't be read. */
export function valueIn(file: string, text: string, path: string[]): Json | undefined {
  const settings = settingsIn(file, text);
  return settings === null ? null : at(settings, path);
}

const at = (root: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    root,
  );

/** The text with these values; `text` null for no file. Null where they can't be written, or would not be read there. */
export function withCalls(
  file: string,
  text: string | null,
  values: readonly CallsValue[],
): string | null {
  const isEmpty = text === null || text.trim() === "";
  let next = isEmpty ? (isToml(file) ? (text ?? "") : "{}\n") : text;
  if (settingsIn(file, next) === null) return null;
  for (const { path, value } of values) {
    const changed = isToml(file) ? withTomlValue(next, path, value) : withJson(next, path, value);
    if (changed === null) return null;
    next = changed;
  }
  // A field that stands twice would be read in its other place.
  const isThere = ({ path, value }: CallsValue) => valueIn(file, next, path) === value;
  return values.every(isThere) ? next : null;
}

/**
 * The text without those of these paths whose value `isOurs`: as in `before`, or gone if there was none. Null where that
 * can't be done.
 */
export function withoutCalls(
  file: string,
  text: string,
  {
    paths,
    before,
    isOurs,
  }: {
    paths: readonly string[][];
    before: string | null;
    isOurs(path: string[], value: Json): boolean;
  },
): string | null {
  if (settingsIn(file, text) === null) return null;
  const was = before === null ? {} : (settingsIn(file, before) ?? {});
  let next = text;
  for (const path of paths.toReversed()) {
    const now = valueIn(file, next, path);
    if (now === undefined || now === null || !isOurs(path, now)) continue;
    const earlier = at(was, path);
    // With what is empty then, and was not there before.
    let gone = path;
    while (gone.length > 1 && at(was, gone.slice(0, -1)) === undefined) {
      const around = valueIn(file, next, gone.slice(0, -1));
      if (!isJsonObject(around) || Object.keys(around).length > 1) break;
      gone = gone.slice(0, -1);
    }
    const changed = isToml(file)
      ? withTomlValue(next, earlier === undefined ? gone : path, earlier)
      : earlier === undefined
        ? withoutField(next, gone)
        : withJson(next, path, earlier);
    if (changed === null || !sameJson(valueIn(file, changed, path), earlier)) return null;
    next = changed;
  }
  return next;
}

function withJson(text: string, path: string[], value: Json): string | null {
  const [name = "", ...more] = path.toReversed();
  const around = more.toReversed();
  let next = text;
  for (let depth = 1; depth <= around.length; depth += 1) {
    const [step = "", ...outer] = around.slice(0, depth).toReversed();
    const node = nodeAt(next, around.slice(0, depth));
    if (node === undefined)
      next = withField(next, outer.toReversed(), `${JSON.stringify(step)}: {}`);
    else if (node.type !== "object") return null;
  }
  const node = nodeAt(next, path);
  const written = JSON.stringify(value, null, "\t");
  return node === undefined
    ? withField(next, around, `${JSON.stringify(name)}: ${written}`)
    : next.slice(0, node.offset) + written + next.slice(node.offset + node.length);
}

/** `value` undefined: without it. */
function withTomlValue(text: string, path: string[], value: Json | undefined): string | null {
  try {
    const root: unknown = parseToml(text);
    const changed = isJsonObject(root) ? withValue(root, path, value) : null;
    return changed === null ? null : patchToml(text, changed);
  } catch {
    return null;
  }
}

function withValue(
  root: JsonObject,
  [step = "", ...more]: string[],
  value: Json | undefined,
): JsonObject | null {
  if (more.length === 0) {
    const { [step]: _before, ...others } = root;
    return value === undefined ? others : { ...root, [step]: value };
  }
  const inner = Object.hasOwn(root, step) ? root[step] : {};
  const changed = isJsonObject(inner) ? withValue(inner, more, value) : null;
  return changed === null ? null : { ...root, [step]: changed };
}
