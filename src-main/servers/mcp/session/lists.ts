// Reads a server's tools, prompts, resources and resource templates, page by page. An invalid entry is reported and
// skipped; it does not affect the others. So is one whose name or address came before: a call could not tell them apart.
import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type {
  ListCut,
  PromptView,
  ResourceView,
  ToolView,
  Listed,
} from "#shared/servers/server.ts";
import type { Wire } from "../wire/wire.ts";
import { anySchema } from "./captures.ts";
import type { ConnectionListener } from "../connectionSpec.ts";
import type { Session } from "./handshake.ts";
import { LISTED } from "#shared/servers/server.ts";

const LIST_TIMEOUT_MS = 60_000;
/** The most entries of a list: it may be endless, and all of it is held in memory and in the window. */
export const LIST_MAX = { pages: 1000, entries: 10_000, bytes: 8 * 1024 * 1024 };
/** The most skipped entries of a list that are reported one by one. */
const SKIPPED_SHOWN = 10;

interface ListParts {
  client: Client;
  wire: Wire;
  /** Reports what was skipped. */
  warn(text: string): void;
}

/** The entries; `cut` if the server had more than the limit. */
interface List<T> {
  items: T[];
  cut?: ListCut;
}

type Method = "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";

const listTools = (parts: ListParts): Promise<List<ToolView> | null> =>
  readPages(parts, "tools/list", "tools", toolOf, nameOf, new Set());
const listPrompts = (parts: ListParts): Promise<List<PromptView> | null> =>
  readPages(parts, "prompts/list", "prompts", promptOf, nameOf, new Set());

const nameOf = ({ name }: ToolView | PromptView): string => name;
const uriOf = ({ uri }: ResourceView): string => uri;

/** Resources, then templates. */
async function listResources(parts: ListParts): Promise<List<ResourceView> | null> {
  const taken = new Set<string>();
  const plain = await readPages(
    parts,
    "resources/list",
    "resources",
    (item) => resourceOf(item, "uri"),
    uriOf,
    taken,
  );
  const templates = await readPages(
    parts,
    "resources/templates/list",
    "resourceTemplates",
    (item) => resourceOf(item, "uriTemplate"),
    uriOf,
    taken,
  );
  if (plain === null && templates === null) return null;
  const items = [...(plain?.items ?? []), ...(templates?.items ?? [])];
  const cut = plain?.cut ?? templates?.cut;
  return { items, ...(cut === undefined ? {} : { cut: { ...cut, kept: items.length } }) };
}

/** All pages up to the limit; null if the server returned none. `taken`: the names of entries so far. */
async function readPages<T>(
  parts: ListParts,
  method: Method,
  field: string,
  read: (item: JsonObject) => T | null,
  identityOf: (entry: T) => string,
  taken: Set<string>,
): Promise<List<T> | null> {
  const items: T[] = [];
  const seen = new Set<string>();
  const cutAt = (limit: ListCut["limit"]): List<T> => ({
    items,
    cut: { kept: items.length, limit, most: LIST_MAX[limit] },
  });
  let cursor: string | undefined;
  let bytes = 0;
  let skipped = 0;
  const skip = (why: string): void => {
    skipped += 1;
    if (skipped <= SKIPPED_SHOWN) parts.warn(`${method}: ${why}`);
  };
  for (let page = 0; page < LIST_MAX.pages; page += 1) {
    const answer = await onePage(parts, method, cursor);
    const found = answer?.result[field];
    if (answer === null || !Array.isArray(found)) {
      if (answer !== null) {
        parts.warn(`${method}: ${JSON.stringify(answer.result).slice(0, 500)}`);
      }
      return page === 0 ? null : { items };
    }
    bytes += answer.bytes ?? 0;
    if (bytes > LIST_MAX.bytes) return cutAt("bytes");
    for (const item of found) {
      const one = isJsonObject(item) ? read(item) : null;
      if (one === null) skip(JSON.stringify(item).slice(0, 500));
      else if (taken.has(identityOf(one)))
        skip(
          `${JSON.stringify(identityOf(one).slice(0, 500))} is listed twice: the first one is used`,
        );
      else if (items.length < LIST_MAX.entries) {
        taken.add(identityOf(one));
        items.push(one);
      } else return cutAt("entries");
    }
    const next = answer.result["nextCursor"];
    if (typeof next !== "string" || seen.has(next)) {
      const more = skipped - SKIPPED_SHOWN;
      if (more > 0) parts.warn(`${method}: ${more} more entries that cannot be read or used`);
      return { items };
    }
    seen.add(next);
    cursor = next;
  }
  return cutAt("pages");
}

async function onePage(
  { client, wire, warn }: ListParts,
  method: Method,
  cursor: string | undefined,
): Promise<{ result: JsonObject; bytes?: number } | null> {
  const params = cursor === undefined ? {} : { cursor };
  try {
    const answer = await wire.exchange(() =>
      client.request({ method, params }, anySchema, { timeout: LIST_TIMEOUT_MS }),
    ).response;
    if (answer.kind === "result") return answer;
    // Servers with resources often do not implement templates.
    const absent = answer.kind === "error" && answer.error.code === -32601;
    if (!absent) {
      warn(`${method}: ${answer.kind === "error" ? answer.error.message : answer.kind}`);
    }
  } catch (error) {
    warn(`${method}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return null;
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

function descriptionOf(item: JsonObject): { title?: string; description?: string } {
  const annotations = item["annotations"];
  const title =
    text(item["title"]) ?? (isJsonObject(annotations) ? text(annotations["title"]) : undefined);
  const description = text(item["description"]);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Null without a name. */
export function toolOf(item: JsonObject): ToolView | null {
  const name = text(item["name"]);
  const inputSchema = item["inputSchema"];
  if (name === undefined) return null;
  return {
    name,
    ...descriptionOf(item),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: "object" },
    ...objectOf(item, "outputSchema"),
    ...objectOf(item, "annotations"),
    ...(isTaskOnly(item["execution"]) ? { taskOnly: true } : {}),
  };
}

const isTaskOnly = (execution: Json | undefined): boolean =>
  isJsonObject(execution) && execution["taskSupport"] === "required";

const objectOf = (item: JsonObject, field: string): JsonObject => {
  const value = item[field];
  return isJsonObject(value) ? { [field]: value } : {};
};

function promptOf(item: JsonObject): PromptView | null {
  const name = text(item["name"]);
  if (name === undefined) return null;
  const given = Array.isArray(item["arguments"]) ? item["arguments"] : [];
  const args = given.flatMap((argument) => {
    if (!isJsonObject(argument)) return [];
    const argumentName = text(argument["name"]);
    const description = text(argument["description"]);
    if (argumentName === undefined) return [];
    return [
      {
        name: argumentName,
        required: argument["required"] === true,
        ...(description === undefined ? {} : { description }),
      },
    ];
  });
  return { name, ...descriptionOf(item), arguments: args };
}

function resourceOf(item: JsonObject, field: "uri" | "uriTemplate"): ResourceView | null {
  const uri = text(item[field]);
  if (uri === undefined) return null;
  const { description } = descriptionOf(item);
  const mimeType = text(item["mimeType"]);
  return {
    uri,
    name: text(item["title"]) ?? text(item["name"]) ?? uri,
    template: field === "uriTemplate",
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/** The shortest interval between two reads of a list. */
const MIN_INTERVAL_MS = 500;
/** Reading a list beyond its limits takes long each time. */
const MIN_INTERVAL_TRUNCATED_MS = 30_000;

interface ListRefresherParts {
  session: Session;
  listener: Pick<ConnectionListener, Listed | "listCut">;
  /** False once the connection has ended or was replaced: nothing is read or reported any more. */
  current(): boolean;
  warn(text: string): void;
  minIntervalMs?: number;
}

export class ListRefresher {
  readonly #parts: ListRefresherParts;
  readonly #busy = new Map<Listed, { again: boolean }>();

  constructor(parts: ListRefresherParts) {
    this.#parts = parts;
  }

  /** Reads every list that the server supports. */
  refreshAll(): void {
    for (const what of LISTED) this.refresh(what);
  }

  /** Reads one list: now, or once more after the read in progress. */
  refresh(what: Listed): void {
    const busy = this.#busy.get(what);
    if (busy === undefined) void this.#read(what);
    else busy.again = true;
  }

  async #read(what: Listed): Promise<void> {
    const { session, current, minIntervalMs = MIN_INTERVAL_MS } = this.#parts;
    if (session.negotiated.capabilities[what] === undefined) return;
    const turn = { again: false };
    this.#busy.set(what, turn);
    do {
      turn.again = false;
      // Sequential: a change during a read may come too late for it. oxlint-disable-next-line no-await-in-loop
      // oxlint-disable-next-line no-await-in-loop
      const cut = await this.#readOnce(what);
      // oxlint-disable-next-line no-await-in-loop
      await pause(cut ? MIN_INTERVAL_TRUNCATED_MS : minIntervalMs);
    } while (turn.again && current());
    this.#busy.delete(what);
  }

  /** True if the list was truncated. */
  async #readOnce(what: Listed): Promise<boolean> {
    const { session, warn } = this.#parts;
    const { client, wire } = session;
    const parts: ListParts = { client, wire, warn };
    const { listener } = this.#parts;
    switch (what) {
      case "tools":
        return this.#tell(what, await listTools(parts), (items) => listener.tools(items));
      case "prompts":
        return this.#tell(what, await listPrompts(parts), (items) => listener.prompts(items));
      case "resources":
        return this.#tell(what, await listResources(parts), (items) => listener.resources(items));
    }
  }

  #tell<T>(what: Listed, list: List<T> | null, tell: (items: T[]) => void): boolean {
    if (list === null || !this.#parts.current()) return false;
    tell(list.items);
    this.#parts.listener.listCut(what, list.cut ?? null);
    return list.cut !== undefined;
  }
}

const pause = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs).unref();
  });
