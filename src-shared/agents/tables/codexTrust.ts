// Codex's trust in hooks: for each, config.toml has a hash of what it is, under its place in hooks.json. Measured on 0.171.0:
// `hooks.state."FILE:EVENT:GROUP:HOOK"` with `trusted_hash`, of the hook as canonical JSON.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../../canonical.ts";
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { settingsIn } from "../hookConfig.ts";
import { objectOf } from "./output.ts";

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
export function isTrusted(hooks: string, kept: string, id: string): boolean {
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
