// Reapplies the user's edits of an earlier turn where the server sends the same content again, and leaves alone what
// the server has changed since.
import type { Json, JsonObject } from "../../json.ts";
import { align } from "../document/align.ts";
import { sameJson } from "../document/change.ts";
import type { Message, RequestDocument, Tool } from "../document/message.ts";
import { messageKey } from "./turns.ts";

/** An earlier turn: the request as sent by the server and as approved by the user. */
export interface Edited {
  asked: RequestDocument;
  approved: RequestDocument;
}

/**
 * `document` with the edits that led from `asked` to `approved`, wherever it still equals `asked`; `document` itself
 * when there is nothing to apply. Idempotent.
 */
export function reapplyEdits(
  document: RequestDocument,
  { asked, approved }: Edited,
): RequestDocument {
  const next: RequestDocument = {
    ...members(document, asked, approved),
    messages: messagesAgain(document.messages, asked.messages, approved.messages),
  };
  const tools = toolsAgain(document.tools, asked.tools, approved.tools);
  if (tools !== undefined) next.tools = tools;
  return sameJson(next, document) ? document : next;
}

function members(
  document: RequestDocument,
  asked: JsonObject,
  approved: JsonObject,
): RequestDocument {
  const names = new Set([...Object.keys(asked), ...Object.keys(approved)]);
  const changed = [...names].filter(
    (name) =>
      name !== "messages" &&
      name !== "tools" &&
      !sameJson(asked[name], approved[name]) &&
      sameJson(asked[name], document[name]),
  );
  const entries = Object.entries(document).filter(([name]) => !changed.includes(name));
  for (const name of changed) {
    const value: Json | undefined = approved[name];
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries) as RequestDocument;
}

/** A range where `approved` differs: `asked[from, to)` became `put`. */
interface Hunk {
  from: number;
  to: number;
  put: Message[];
}

function hunksOf(asked: readonly Message[], approved: readonly Message[]): Hunk[] {
  const pairs = align(asked.map(messageKey), approved.map(messageKey));
  const hunks: Hunk[] = [];
  let [a, p] = [0, 0];
  for (const [i, j] of [...pairs, [asked.length, approved.length] as const]) {
    if (a < i || p < j) hunks.push({ from: a, to: i, put: approved.slice(p, j) });
    [a, p] = [i + 1, j + 1];
  }
  return hunks;
}

function messagesAgain(now: Message[], asked: Message[], approved: Message[]): Message[] {
  // Servers repeat a conversation from its start: an equal message at another index is another message.
  const repeated = align(asked.map(messageKey), now.map(messageKey)).filter(([i, j]) => i === j);
  const there = new Set(repeated.map(([i]) => i));
  let next = now;
  // From the end, so that earlier indices stay valid.
  for (const hunk of hunksOf(asked, approved).toReversed()) {
    if (!isRepeated(hunk, there, asked.length) || isThere(hunk, now)) continue;
    next = [...next.slice(0, hunk.from), ...hunk.put, ...next.slice(hunk.to)];
  }
  return next;
}

/** True when the server sent the replaced messages again; for an addition, the messages on both sides. */
function isRepeated({ from, to }: Hunk, there: ReadonlySet<number>, length: number): boolean {
  if (from === to) {
    return (from === 0 || there.has(from - 1)) && (from === length || there.has(from));
  }
  for (let i = from; i < to; i += 1) if (!there.has(i)) return false;
  return true;
}

/** True when the added messages are there already. */
const isThere = ({ from, to, put }: Hunk, now: readonly Message[]): boolean =>
  from === to && put.every((message, i) => same(message, now[from + i]));

const same = (a: Message, b: Message | undefined): boolean =>
  b !== undefined && messageKey(a) === messageKey(b);

/**
 * The same for tools, by name: removes, changes and adds what the user did, where the server offers the same tools
 * again.
 */
function toolsAgain(
  now: Tool[] | undefined,
  asked: Tool[] | undefined,
  approved: Tool[] | undefined,
): Tool[] | undefined {
  const [offered, kept] = [asked ?? [], approved ?? []];
  const find = (list: readonly Tool[], name: string) => list.find((tool) => tool.name === name);
  const next = (now ?? []).flatMap((tool): Tool[] => {
    const before = find(offered, tool.name);
    if (before === undefined || !sameJson(before, tool)) return [tool];
    const made = find(kept, tool.name);
    return made === undefined ? [] : [made];
  });
  const added = kept.filter(
    (tool) => find(offered, tool.name) === undefined && find(next, tool.name) === undefined,
  );
  return now === undefined && added.length === 0 ? undefined : [...next, ...added];
}
