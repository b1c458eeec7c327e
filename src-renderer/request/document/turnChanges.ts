// What a request changes of what an earlier turn had: system prompt, tools, settings, messages. Each as two texts for one diff.
import { blocksOf, isText } from "#shared/request/document/blocks.ts";
import { canonicalJson } from "#shared/canonical.ts";
import { partsOf } from "#shared/request/parts/parts.ts";
import type { Message, RequestDocument, Tool } from "#shared/request/document/message.ts";
import type { EarlierTurn, TurnComparison } from "#shared/request/life/turns.ts";
import type { T } from "#words/index.ts";

export interface TurnChange {
  what: "system" | "tools" | "messages" | "settings";
  from: string;
  to: string;
  /** How many tools, messages or settings differ. */
  count: number;
  /** Of the tools or settings that differ. */
  names: readonly string[];
}

/** A message as text for the diff: texts as they are, anything else as indented JSON. */
function linesOf(message: Message): string {
  const { content, role, ...others } = message;
  const parts = blocksOf(content).map((block) =>
    isText(block) && Object.keys(block).length === 2 ? block.text : JSON.stringify(block, null, 2),
  );
  const rest = Object.keys(others).length === 0 ? [] : [JSON.stringify(others, null, 2)];
  return [`${role}:`, ...parts, ...rest].join("\n");
}

const toolLines = (tools: readonly Tool[]): string =>
  tools.map((tool) => JSON.stringify(tool, null, 2)).join("\n");

/** In the order in which they are shown; empty if all that was known is as it was. */
export function turnChangesOf(
  document: RequestDocument,
  { approved }: EarlierTurn,
  following: TurnComparison,
): TurnChange[] {
  const { systemPrompt, messages } = document;
  const changes: TurnChange[] = [];
  const { system, tools } = following;
  if (system !== null && system.kind !== "same")
    changes.push({
      what: "system",
      from: approved.systemPrompt ?? "",
      to: systemPrompt ?? "",
      count: 1,
      names: [],
    });
  const { changed, added, missing } = tools;
  const differing = [...changed.map(({ now }) => now), ...added, ...missing];
  if (differing.length > 0)
    changes.push({
      what: "tools",
      from: toolLines([...changed.map(({ before }) => before), ...missing]),
      to: toolLines([...changed.map(({ now }) => now), ...added]),
      count: differing.length,
      names: differing.map(({ name }) => name),
    });
  const settings = settingLines(document, approved);
  if (settings.names.length > 0)
    changes.push({ what: "settings", count: settings.names.length, ...settings });
  const { from, to, count } = messageLines(messages, following);
  if (count > 0)
    changes.push({
      what: "messages",
      from: from.join("\n\n"),
      to: to.join("\n\n"),
      count,
      names: [],
    });
  return changes;
}

/** The earlier messages that differ, as they were and as they are, in order. */
function messageLines(
  messages: readonly Message[],
  { messages: statuses, missing }: TurnComparison,
) {
  const [from, to]: [string[], string[]] = [[], []];
  let count = missing.length;
  const leftOut = (at: number): void => {
    for (const one of missing) if (one.at === at) from.push(linesOf(one.message));
  };
  statuses.forEach((status, at) => {
    leftOut(at);
    if (status.kind === "same" || status.kind === "new") return;
    count += 1;
    if ("before" in status && status.before !== null) from.push(linesOf(status.before));
    const now = messages[at];
    if (now !== undefined) to.push(linesOf(now));
  });
  leftOut(statuses.length);
  return { from, to, count };
}

/** The settings that differ, one a line each; what says only who asks is none. */
function settingLines(document: RequestDocument, before: RequestDocument) {
  const [now, was] = [settingsOf(document), settingsOf(before)];
  const names = [...new Set([...was.keys(), ...now.keys()])].filter(
    (name) => was.get(name) !== now.get(name),
  );
  const linesIn = (settings: ReadonlyMap<string, string>): string =>
    names.flatMap((name) => settings.get(name) ?? []).join("\n");
  return { from: linesIn(was), to: linesIn(now), names };
}

/** Each as `"name": value`, by its name. The protocol's own data about a message is none. */
function settingsOf(document: RequestDocument): Map<string, string> {
  const text = canonicalJson(document);
  const settings = new Map<string, string>();
  for (const { kind, volatile, path, at, end } of partsOf("document", text)) {
    const name = path.filter((step) => step !== "completion" && step !== "fields").join(".");
    if (kind === "setting" && volatile !== true && name !== "_meta")
      settings.set(name, text.slice(at, end));
  }
  return settings;
}

/** "System prompt, 1 tool"; where there is no room for more than two kinds, "System prompt, 3 others". */
export function changedParts(t: T, changes: readonly TurnChange[], isBrief = false): string {
  const words = ({ what, count }: TurnChange): string => {
    if (what === "system") return t("common.systemPrompt");
    if (what === "settings") return t("tools.changes.settings", { count });
    return what === "tools"
      ? t("common.countTools", { count })
      : t("tools.fold.messages", { count });
  };
  const [first, ...rest] = changes;
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  const named =
    isBrief && first !== undefined && rest.length > 1
      ? [words(first), t("review.serious.others", { count: others })]
      : changes.map(words);
  return named.join(t("tools.changes.and"));
}
