// Learns what is usual for a call of a server from its approved requests (sizes, tools, scripts, system prompts,
// hosts) and finds what differs in a new one. Stores fingerprints and names, no texts.
import type { RequestDocument } from "../../sampling/document/message.ts";
import type { Traits, Baseline } from "../inspection.ts";
import { scriptsOf } from "../characters/scripts.ts";
import type { Text } from "../text/walk.ts";

/** Limits per call; the oldest entries are dropped first. */
const SYSTEMS_MAX = 10;
const HOSTS_MAX = 200;
const SIZES_MAX = 50;
const TOOLS_MAX = 200;

/** Requests needed before a size, tool or script is called unusual. */
const REQUESTS_MIN = 5;
/** How many times larger than the largest request so far. */
const SIZE_TIMES = 4;
/** Smaller requests are never unusual, in UTF-16 units. */
const SIZE_MIN = 2000;

/** A 64-bit hash of the UTF-16 units in hex: two 32-bit halves in the manner of FNV-1a. For equality, not secrecy. */
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

/** True for text that someone says, rather than a name or description. */
export const isSpoken = ({ voice, inName }: Text): boolean => inName !== true && voice !== "tools";

/**
 * What can be learnt from a request.
 * @param texts all texts of the document, without media
 * @param hosts the hosts in spoken texts, in order
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
export function learnt(usual: Baseline | null, traits: Traits): Baseline {
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

const NOTHING: Baseline = {
  requests: 0,
  systems: [],
  hosts: [],
  sizes: [],
  tools: [],
  scripts: [],
  descriptions: {},
};

/** Known and new entries without duplicates, newest last. */
const latest = (known: readonly string[], more: readonly string[], max: number): string[] =>
  [...known.filter((one) => !more.includes(one)), ...new Set(more)].slice(-max);

/** One difference: a stable word, and what it is about. */
export interface Oddity {
  kind: "system-changed" | "unusual" | "tool-changed";
  detail: string;
  /** The tool or script: text from outside. */
  about?: string;
}

/** How a request differs from approved ones. */
export function oddities(usual: Baseline, traits: Traits): Oddity[] {
  const odd: Oddity[] = [];
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
