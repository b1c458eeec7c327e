// Tools, prompts and resources of all servers as a list of rows.
import type { JsonObject } from "#shared/json.ts";
import type { RunView, ServerView } from "#shared/servers/server.ts";
import { expand, variablesOf } from "#shared/servers/config/template.ts";

export type ItemKind = RunView["kind"];

/** A tool, prompt or resource. Names and texts come from the server. */
export interface Item {
  server: ServerView;
  kind: ItemKind;
  /** The name of a tool or prompt, the address or template of a resource. */
  name: string;
  /** The text in the list: a resource's name, otherwise `name`. */
  label: string;
  description?: string;
  schema: JsonObject;
  /** What a tool says that it returns. */
  outputSchema?: JsonObject;
  template: boolean;
}

export const itemKey = (item: Pick<Item, "kind" | "name"> & { server: { id: string } }): string =>
  JSON.stringify([item.server.id, item.kind, item.name]);

/** Tools, then prompts, then resources, each in the server's order. */
export function itemsOf(server: ServerView): Item[] {
  const described = (text: string | undefined) =>
    text === undefined || text === "" ? {} : { description: text };
  return [
    ...server.tools.map((tool): Item => ({
      server,
      kind: "tool",
      name: tool.name,
      label: tool.name,
      ...described(tool.description),
      schema: tool.inputSchema,
      ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
      template: false,
    })),
    ...server.prompts.map((prompt): Item => ({
      server,
      kind: "prompt",
      name: prompt.name,
      label: prompt.name,
      ...described(prompt.description),
      schema: textSchema(prompt.arguments),
      template: false,
    })),
    ...server.resources.map((resource): Item => ({
      server,
      kind: "resource",
      name: resource.uri,
      label: resource.name === "" ? resource.uri : resource.name,
      ...described(resource.description),
      schema: textSchema(
        resource.template
          ? variablesOf(resource.uri).map((name) => ({ name, required: false }))
          : [],
      ),
      template: resource.template,
    })),
  ];
}

/** A prompt's arguments or a template's variables as a schema, so that one form serves all three. */
function textSchema(
  items: readonly { name: string; description?: string; required: boolean }[],
): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(
      items.map((item) => [
        item.name,
        {
          type: "string",
          ...(item.description === undefined ? {} : { description: item.description }),
        },
      ]),
    ),
    required: items.filter((item) => item.required).map((item) => item.name),
  };
}

/** Name and arguments of the call: a template is expanded to an address and sends no arguments. */
export function callOf(item: Item, args: JsonObject): { name: string; args: JsonObject } {
  if (item.kind !== "resource") return { name: item.name, args };
  if (!item.template) return { name: item.name, args: {} };
  const values = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  );
  return { name: expand(item.name, values), args: {} };
}

export type ListRow =
  | { kind: "server"; key: string; server: ServerView; shown: number }
  | { kind: "item"; key: string; item: Item };

/** The list: each server that is turned on, followed by its items that match the filter. */
export function listRows(servers: readonly ServerView[], filter: string): ListRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (item: Item): boolean => {
    const text = `${item.server.name} ${item.label} ${item.name} ${item.description ?? ""}`;
    return words.every((word) => text.toLowerCase().includes(word));
  };
  return servers.flatMap((server): ListRow[] => {
    const items = itemsOf(server).filter(matches);
    if (words.length > 0 && items.length === 0) return [];
    return [
      { kind: "server", key: JSON.stringify([server.id]), server, shown: items.length },
      ...items.map((item): ListRow => ({ kind: "item", key: itemKey(item), item })),
    ];
  });
}

/** Calls of one item, oldest first; for a template, calls of all addresses it can produce. */
export function callsOf(item: Item, calls: Readonly<Record<string, RunView>>): RunView[] {
  return Object.values(calls)
    .filter(
      (call) =>
        call.serverId === item.server.id &&
        call.kind === item.kind &&
        (call.name === item.name || (item.template && comesFrom(call.name, item.name))),
    )
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

/** Whether a template can produce the address: its fixed parts occur in order. */
function comesFrom(address: string, template: string): boolean {
  let from = 0;
  for (const part of template.split(/\{[^{}]*\}/)) {
    const at = address.indexOf(part, from);
    if (at === -1 || (from === 0 && at !== 0)) return false;
    from = at + part.length;
  }
  return true;
}
