// What is usual for one call of one server, learnt from its approved requests, and what of a new one is not: sizes,
// tools, scripts, the system prompt, hosts. Kept are fingerprints and names, no text.
import type { RequestDocument } from "../../sampling/document/message.ts";
import type { Traits, Usual } from "../inspection.ts";
import { scriptsOf } from "../characters/scripts.ts";
import type { Text } from "../text/walk.ts";

/** How much is remembered of one call; the oldest goes first. */
const SYSTEMS_MAX = 10;
const HOSTS_MAX = 200;
const SIZES_MAX = 50;
const TOOLS_MAX = 200;

/** Requests after which sizes, tools and scripts are known well enough to call something unusual. */
const REQUESTS_MIN = 5;
/** How many times the largest, or a part of the smallest, that came before. */
const SIZE_TIMES = 4;
/** Below this nothing is large, in UTF-16 units. */
const SIZE_MIN = 2000;

/** FNV-1a over UTF-16 units, 53 bits in hex: equality, no secrecy. */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return `${(high >>> 0).toString(16).padStart(8, "0")}${(low >>> 0).toString(16).padStart(8, "0")}`;
}

/** What somebody says, and not how something is called or described. */
export const isSpoken = ({ voice, inName }: Text): boolean => inName !== true && voice !== "tools";

/**
 * @param texts all texts of the document, media left out
 * @param hosts those that are named in what somebody says, in order
 */
export function traitsOf(
  document: RequestDocument,
  texts: readonly Text[],
  hosts: readonly string[],
): Traits {
  const spoken = texts.filter(isSpoken);
  const tools = document.tools ?? [];
  return {
    system: document.systemPrompt === undefined ? "" : fingerprint(document.systemPrompt),
    hosts: [...new Set(hosts)].slice(0, HOSTS_MAX),
    size: spoken.reduce((total, { text }) => total + text.length, 0),
    tools: tools.map(({ name }) => name).slice(0, TOOLS_MAX),
    scripts: scriptsOf(spoken.map(({ text }) => text)),
    descriptions: Object.fromEntries(
      tools
        .slice(0, TOOLS_MAX)
        .map(({ name, description }) => [name, fingerprint(String(description ?? ""))]),
    ),
  };
}

/** What is known after one more approved request. */
export function learnt(usual: Usual | null, traits: Traits): Usual {
  const before = usual ?? NOTHING;
  const descriptions = { ...before.descriptions, ...traits.descriptions };
  return {
    requests: before.requests + 1,
    systems: latest(before.systems, [traits.system], SYSTEMS_MAX),
    hosts: latest(before.hosts, traits.hosts, HOSTS_MAX),
    sizes: [...before.sizes, traits.size].slice(-SIZES_MAX),
    tools: latest(before.tools, traits.tools, TOOLS_MAX),
    scripts: latest(before.scripts, traits.scripts, 30),
    descriptions: Object.fromEntries(Object.entries(descriptions).slice(-TOOLS_MAX)),
  };
}

const NOTHING: Usual = {
  ...{ requests: 0, systems: [], hosts: [], sizes: [], tools: [], scripts: [], descriptions: {} },
};

/** The known ones and the new ones, each once, the newest last. */
const latest = (known: readonly string[], more: readonly string[], max: number): string[] =>
  [...known.filter((one) => !more.includes(one)), ...new Set(more)].slice(-max);

/** One thing that is other than usual: a stable word, and what it is about. */
export interface Odd {
  kind: "system-changed" | "unusual" | "tool-changed";
  detail: string;
  /** The tool, the script: foreign text. */
  about?: string;
}

/** What of a request is other than in those that were approved. */
export function oddities(usual: Usual, traits: Traits): Odd[] {
  const odd: Odd[] = [];
  if (!usual.systems.includes(traits.system)) {
    const had = usual.systems.some((system) => system !== "");
    const detail = traits.system === "" ? "gone" : had ? "changed" : "new";
    odd.push({ kind: "system-changed", detail });
  }
  for (const [name, description] of Object.entries(traits.descriptions)) {
    const known = Object.hasOwn(usual.descriptions, name) ? usual.descriptions[name] : undefined;
    if (known !== undefined && known !== description) {
      odd.push({ kind: "tool-changed", detail: "description", about: name });
    }
  }
  if (usual.requests < REQUESTS_MIN) return odd;
  const largest = Math.max(...usual.sizes);
  if (traits.size > SIZE_MIN && traits.size > largest * SIZE_TIMES) {
    odd.push({ kind: "unusual", detail: "size" });
  }
  const tool = traits.tools.find((name) => !usual.tools.includes(name));
  if (tool !== undefined) odd.push({ kind: "unusual", detail: "tools", about: tool });
  const script = traits.scripts.find((name) => !usual.scripts.includes(name));
  if (script !== undefined) odd.push({ kind: "unusual", detail: "script", about: script });
  return odd;
}
