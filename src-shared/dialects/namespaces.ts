// Functions inside a `namespace` tool of Responses, as plain functions for a provider that has no namespaces. Their names
// are derived from the tools alone, so that a call of a response finds its way back.
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Tool } from "../request/document/message.ts";

/** The longest name that every provider accepts. */
const NAME_MAX = 64;

export interface PlainTools {
  /** Tools without namespaces; undefined if the request has none. */
  tools: Tool[] | undefined;
  /** Names of what has no equivalent, such as `tools.web_search`. */
  dropped: string[];
  /** The plain name of a function in a namespace. */
  plainName(namespace: string, name: string): string;
  /** The namespace and name behind a plain name; null for any other tool. */
  behind(plain: string): { namespace: string; name: string } | null;
}

export function plainTools(tools: readonly Tool[] | undefined): PlainTools {
  const dropped: string[] = [];
  const taken = new Set(tools?.filter(({ raw }) => raw === undefined).map(({ name }) => name));
  const plain = new Map<string, string>();
  const behind = new Map<string, { namespace: string; name: string }>();
  const plainName = (namespace: string, name: string): string => {
    const key = JSON.stringify([namespace, name]);
    const known = plain.get(key);
    if (known !== undefined) return known;
    const made = freeName(`${namespace}__${name}`, taken);
    taken.add(made);
    plain.set(key, made);
    behind.set(made, { namespace, name });
    return made;
  };
  const own = tools?.flatMap((tool): Tool[] => {
    const { name: namespace, raw } = tool;
    if (!isJsonObject(raw)) return [tool];
    const inner = raw["type"] === "namespace" ? raw["tools"] : undefined;
    if (!Array.isArray(inner)) {
      dropped.push(`tools.${namespace}`);
      return [];
    }
    return inner.filter(isJsonObject).flatMap((one): Tool[] => {
      const { type, name, parameters, description } = one;
      if (type === "function" && typeof name === "string")
        return [{ name: plainName(namespace, name), ...described(description, parameters) }];
      dropped.push(`tools.${namespace}.${String(name ?? type)}`);
      return [];
    });
  });
  return { tools: own, dropped, plainName, behind: (name) => behind.get(name) ?? null };
}

const described = (
  description: JsonObject[string],
  parameters: JsonObject[string],
): Partial<Tool> => ({
  ...(typeof description === "string" ? { description } : {}),
  ...(isJsonObject(parameters) ? { inputSchema: parameters } : {}),
});

/** The name, shortened and with a number if another tool has it. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const clean = wanted.replaceAll(/[^\w-]/g, "_");
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : `_${number}`;
    const name = clean.slice(0, NAME_MAX - end.length) + end;
    if (!taken.has(name)) return name;
  }
}
