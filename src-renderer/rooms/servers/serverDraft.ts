// The content of a server's form, and its conversion from and to a server.
import { z } from "zod";
import { serverInputSchema } from "#shared/servers/config/input.ts";
import type { Endpoint, EraChoice, NamedValue, ServerView } from "#shared/servers/server.ts";
import type { NamedValueInput, ServerInput } from "#shared/servers/config/input.ts";
import type { T } from "#words/index.ts";

export type DraftTransport = "stdio" | "http" | "sse";

/** A row of environment or headers. `kept`: a stored secret that stays unchanged. */
export interface DraftRow {
  id: number;
  name: string;
  value: string;
  secret: boolean;
  kept: boolean;
}

export interface ServerDraft {
  name: string;
  transport: DraftTransport;
  command: string;
  /** One argument per line; a JSON list if an argument is empty or has line breaks. */
  args: string;
  argsAsJson: boolean;
  folder: string;
  url: string;
  env: DraftRow[];
  /** Names of variables that hosts hand over. */
  hostEnv: string[];
  headers: DraftRow[];
  /** Names of headers that hosts hand over. */
  hostHeaders: string[];
  era: EraChoice;
}

let nextRow = 1;
export const newRow = (): DraftRow => ({
  id: nextRow++,
  name: "",
  value: "",
  secret: false,
  kept: false,
});

export const emptyDraft = (): ServerDraft => ({
  name: "",
  transport: "stdio",
  command: "",
  args: "",
  argsAsJson: false,
  folder: "",
  url: "",
  env: [],
  hostEnv: [],
  headers: [],
  hostHeaders: [],
  era: "auto",
});

/** The form content of an existing server. Null for the bundled one, whose endpoint cannot be changed. */
export function draftOf(server: ServerView): ServerDraft | null {
  const { endpoint } = server;
  const base = { ...emptyDraft(), name: server.name, era: server.era };
  switch (endpoint.kind) {
    case "demo":
      return null;
    case "stdio": {
      const argsAsJson = endpoint.args.some((arg) => arg === "" || /[\r\n]/.test(arg));
      return {
        ...base,
        command: endpoint.command,
        args: argsAsJson ? JSON.stringify(endpoint.args, null, 2) : endpoint.args.join("\n"),
        argsAsJson,
        folder: endpoint.cwd ?? "",
        env: endpoint.env.map(rowOf),
        hostEnv: endpoint.hostEnv ?? [],
      };
    }
    case "http":
    case "sse":
      return {
        ...base,
        transport: endpoint.kind,
        url: endpoint.url,
        headers: endpoint.headers.map(rowOf),
        hostHeaders: endpoint.hostHeaders ?? [],
      };
  }
}

function rowOf(value: NamedValue): DraftRow {
  const row = { ...newRow(), name: value.name, secret: value.secret };
  return value.secret ? { ...row, kept: value.present } : { ...row, value: value.value };
}

/** The server as input with its secrets kept, to change a single setting without the form. */
export function inputOf(server: ServerView): ServerInput {
  const { endpoint } = server;
  const keep = (value: NamedValue): NamedValueInput =>
    value.secret ? { name: value.name, secret: true, value: null } : value;
  return { name: server.name, era: server.era, endpoint: mapped(endpoint, keep) };
}

function mapped<A, B>(endpoint: Endpoint<A>, change: (value: A) => B): Endpoint<B> {
  switch (endpoint.kind) {
    case "stdio":
      return { ...endpoint, env: endpoint.env.map(change) };
    case "http":
    case "sse":
      return { ...endpoint, headers: endpoint.headers.map(change) };
    case "demo":
      return endpoint;
  }
}

export type ServerFormSchema = ReturnType<typeof serverForm>;

/** A draft as the input for main, or all faults at once, each at its field or row. */
export const serverForm = (t: T) =>
  z.custom<ServerDraft>().transform((draft, { issues }): ServerInput => {
    const fault = (message: string, ...path: (string | number)[]): void =>
      void issues.push({ code: "custom", message, path, input: draft });
    const isStdio = draft.transport === "stdio";
    const args = argsOf(draft);
    if (isBlank(draft.name)) fault(t("servers.form.missing.name"), "name");
    if (isStdio && isBlank(draft.command)) fault(t("servers.form.missing.command"), "command");
    if (isStdio && args === null) fault(t("servers.form.invalid.args"), "args");
    if (!isStdio && isBlank(draft.url)) fault(t("servers.form.missing.url"), "url");
    const list = isStdio ? "env" : "headers";
    const seen = new Set<string>();
    for (const [index, row] of draft[list].entries()) {
      if (!isUsed(row)) continue;
      const name = isStdio ? row.name.trim() : row.name.trim().toLowerCase();
      if (name === "") fault(t("servers.form.rowFault.missing"), list, index);
      else if (seen.has(name)) fault(t("servers.form.rowFault.twice"), list, index);
      seen.add(name);
    }
    if (issues.length > 0) return z.NEVER;
    const read = serverInputSchema.safeParse({
      name: draft.name.trim(),
      era: draft.era,
      endpoint: isStdio ? stdioOf(draft, args ?? []) : httpOf(draft),
    });
    if (read.success) return read.data;
    for (const field of new Set(read.error.issues.map(({ path }) => fieldAt(path))))
      fault(t(`servers.form.invalid.${field}`), field);
    return z.NEVER;
  });

function fieldAt(path: readonly PropertyKey[]): "name" | "command" | "url" | "folder" {
  const last = path.at(-1);
  if (last === "url" || last === "command") return last;
  return last === "cwd" ? "folder" : "name";
}

const isBlank = (text: string): boolean => text.trim() === "";

/** An empty row is not sent. */
const isUsed = (row: DraftRow): boolean => !isBlank(row.name) || row.value !== "" || row.kept;

const valuesOf = (rows: readonly DraftRow[]): NamedValueInput[] =>
  rows.filter(isUsed).map((row) => ({
    name: row.name.trim(),
    secret: row.secret,
    value: row.kept ? null : row.value,
  }));

const stdioOf = (draft: ServerDraft, args: string[]): ServerInput["endpoint"] => ({
  kind: "stdio",
  command: draft.command.trim(),
  args,
  cwd: isBlank(draft.folder) ? null : draft.folder.trim(),
  env: valuesOf(draft.env),
  ...(draft.hostEnv.length === 0 ? {} : { hostEnv: draft.hostEnv }),
});

const httpOf = (draft: ServerDraft): ServerInput["endpoint"] => ({
  kind: draft.transport === "sse" ? "sse" : "http",
  url: draft.url.trim(),
  headers: valuesOf(draft.headers),
  ...(draft.hostHeaders.length === 0 ? {} : { hostHeaders: draft.hostHeaders }),
});

/** The arguments, one per line, not trimmed; null when the JSON list is invalid. */
function argsOf(draft: Pick<ServerDraft, "args" | "argsAsJson">): string[] | null {
  if (!draft.argsAsJson) return draft.args.split(/\r\n|\r|\n/).filter((line) => line !== "");
  try {
    const list: unknown = JSON.parse(draft.args);
    const texts = Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
    return Array.isArray(list) && texts.length === list.length ? texts : null;
  } catch {
    return null;
  }
}

/**
 * Splits a pasted command line: separated by blanks, grouped by quotes, with backslash escapes for quotes and blanks.
 * Expands nothing, as there is no shell.
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  const word = /(?:[^\s"'\\]|\\["'\s\\]|\\|"(?:[^"\\]|\\.)*"|'[^']*'|["'])+/gsu;
  for (const [found] of line.matchAll(word)) words.push(unquoted(found));
  return words;
}

function unquoted(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(["'\s\\])/gsu,
    (_all, double: string | undefined, single: string | undefined, sign: string | undefined) =>
      double?.replace(/\\(["\\])/g, "$1") ?? single ?? sign ?? "",
  );
}
