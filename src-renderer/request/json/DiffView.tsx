// A diff of two documents part by part, as text or JSON. Unchanged parts are listed as such, not left out.
import type { ReactNode } from "react";
import { DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { blocksOf, isText } from "#shared/request/document/blocks.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { Json } from "#shared/json.ts";
import type {
  Block,
  Message,
  RequestDocument,
  ResponseDocument,
} from "#shared/request/document/message.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { CheckIcon } from "#kit/controls/icons.ts";
import { Heading } from "../document/Heading.tsx";
import { originOf } from "../document/document.ts";
import { ListRow } from "#kit/layout/Stack.tsx";

export interface DiffPart {
  key: string;
  name: string;
  language: "markdown" | "json";
  before: string;
  after: string;
  state: "same" | "changed" | "added" | "removed";
}

const asText = (content: Block | Block[]): { text: string; language: "markdown" | "json" } => {
  const blocks = blocksOf(content);
  const [only] = blocks;
  return blocks.length === 1 && only !== undefined && isText(only)
    ? { text: only.text, language: "markdown" }
    : { text: JSON.stringify(content, null, 2), language: "json" };
};

function part(
  key: string,
  name: string,
  before: { text: string; language: "markdown" | "json" } | null,
  after: { text: string; language: "markdown" | "json" } | null,
): DiffPart {
  const state =
    before === null
      ? "added"
      : after === null
        ? "removed"
        : before.text === after.text
          ? "same"
          : "changed";
  return {
    key,
    name,
    language: before?.language === "json" || after?.language === "json" ? "json" : "markdown",
    before: before?.text ?? "",
    after: after?.text ?? "",
    state,
  };
}

/** A whole document as JSON. */
export const textPart = (name: string, before: string, after: string): DiffPart =>
  part("whole", name, { text: before, language: "json" }, { text: after, language: "json" });

/** The parts of an edited request. Each message is compared with its original, even if it was moved. */
export function requestParts(t: T, asked: RequestDocument, now: RequestDocument): DiffPart[] {
  const prompt = (text: string | undefined) =>
    text === undefined ? null : { text, language: "markdown" as const };
  const seen = new Set<Message>();
  const messages = now.messages.map((message, index) => {
    const origin = originOf(message) as Message;
    const before = asked.messages.includes(origin)
      ? origin
      : asked.messages.find((other) => !seen.has(other) && sameJson(other, message));
    if (before !== undefined) seen.add(before);
    const label = `${index + 1} · ${message.role}`;
    const moved = before !== undefined && asked.messages.indexOf(before) !== index;
    const from = before === undefined ? null : withRole(before, message.role !== before.role);
    const name = moved
      ? `${label}, ${t("review.diff.moved", { from: asked.messages.indexOf(before) + 1 })}`
      : label;
    return part(
      `message-${index}`,
      name,
      from,
      withRole(message, message.role !== before?.role && from !== null),
    );
  });
  const removed = asked.messages
    .map((message, index) => ({ message, index }))
    .filter(({ message }) => !seen.has(message))
    .map(({ message, index }) =>
      part(`removed-${index}`, `${index + 1} · ${message.role}`, asText(message.content), null),
    );
  const hasPrompt = asked.systemPrompt !== undefined || now.systemPrompt !== undefined;
  return [
    ...(hasPrompt
      ? [
          part(
            "system",
            t("common.systemPrompt"),
            prompt(asked.systemPrompt),
            prompt(now.systemPrompt),
          ),
        ]
      : []),
    ...messages,
    ...removed,
    part("rest", t("review.diff.rest"), rest(asked), rest(now)),
  ];
}

/** With a changed role, the whole message as JSON, as its text alone would not show the change. */
const withRole = (message: Message, changed: boolean) =>
  changed
    ? { text: JSON.stringify(message, null, 2), language: "json" as const }
    : asText(message.content);

function rest(document: RequestDocument): { text: string; language: "json" } {
  const { messages: _messages, systemPrompt: _prompt, ...others } = document;
  return { text: JSON.stringify(others, null, 2), language: "json" };
}

/** The parts of an edited response. */
export function answerParts(t: T, before: ResponseDocument, now: ResponseDocument): DiffPart[] {
  const from = blocksOf(before.content);
  const to = blocksOf(now.content);
  const blocks = Array.from({ length: Math.max(from.length, to.length) }, (_, index) => {
    const a = from[index];
    const b = to[index];
    return part(
      `block-${index}`,
      to.length > 1 || from.length > 1 ? t("review.block.number", { number: index + 1 }) : now.role,
      a === undefined ? null : asText(a),
      b === undefined ? null : asText(b),
    );
  });
  const others = ({ content: _content, ...members }: ResponseDocument): Json => members as Json;
  return sameJson(others(before), others(now))
    ? blocks
    : [
        ...blocks,
        part(
          "rest",
          t("review.diff.rest"),
          { text: JSON.stringify(others(before), null, 2), language: "json" },
          { text: JSON.stringify(others(now), null, 2), language: "json" },
        ),
      ];
}

export function DiffView({
  parts,
  legend,
  identity,
  sideBySide = false,
  tools,
}: {
  parts: readonly DiffPart[];
  /** The meaning of − and +. */
  legend: string;
  identity: string;
  sideBySide?: boolean;
  /** Above the parts: what is compared. */
  tools?: ReactNode;
}) {
  const t = useT();
  const changed = parts.filter((entry) => entry.state !== "same");
  const same = parts.filter((entry) => entry.state === "same");
  return (
    <>
      {tools !== undefined && <ListRow>{tools}</ListRow>}
      {changed.length === 0 && (
        <ListRow as="p">
          <Icon of={CheckIcon} /> {t("review.diff.nothing")} <span className="cut">{legend}</span>
        </ListRow>
      )}
      {changed.map((entry) => (
        <div key={entry.key}>
          <Heading
            end={
              entry.state === "added" || entry.state === "removed"
                ? t(`review.diff.${entry.state}`)
                : undefined
            }
          >
            <b>{entry.name}</b>
            <span>{legend}</span>
          </Heading>
          <DiffBlock
            identity={`${identity}-${entry.key}`}
            original={entry.before}
            modified={entry.after}
            language={entry.language}
            sideBySide={sideBySide}
            label={`${entry.name}, ${legend}`}
          />
        </div>
      ))}
      {same.length > 0 && changed.length > 0 && (
        <ListRow as="p">
          <Icon of={CheckIcon} />
          {t("review.diff.same", { count: same.length })}
          <span className="cut">{same.map((entry) => entry.name).join(", ")}</span>
        </ListRow>
      )}
    </>
  );
}
