// The request as blocks: system prompt, then the messages. All can be edited; messages can be added, deleted and
// moved.
import { Fragment, useCallback, useDeferredValue, useRef } from "react";
import type { ReactNode } from "react";
import { CodeBlock, changedLines } from "#editor/index.ts";
import { WIRE_LEAD_PX, PADDING_PX } from "#editor/options.ts";
import { blocksOf, isText } from "#shared/request/document/blocks.ts";
import { useT } from "#words/index.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type { Message, RequestDocument } from "#shared/request/document/message.ts";
import { IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { MoreIcon, RemoveIcon } from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { FlagLines } from "../findings/FlagLines.tsx";
import { DocumentEnd, Heading } from "./Heading.tsx";
import { addMessage, keyOf, withSystemPrompt } from "./document.ts";
import { MessageView } from "./Message.tsx";
import type { Change } from "./document.ts";
import { paperItems } from "./paperItems.ts";
import { usePlace } from "./places.ts";
import { FoldBar, Mark, messageMark, TurnChanges } from "./Turns.tsx";
import { useNear } from "./unrendered.ts";
import type { Turns } from "./useTurns.ts";
import s from "./Blocks.module.css";

/** How many messages the first render includes. */
const firstDrawn = 12;

export interface RequestBlocksProps {
  document: RequestDocument;
  /** The original request, to mark edits against. */
  asked: RequestDocument;
  /** The request as a rule changed it; these changes are not marked as the user's. */
  prepared?: RequestDocument | undefined;
  requestId: string;
  media: readonly MediaFacts[];
  /** Undefined: read only. Must be a stable function. */
  onChange?: Change | undefined;
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
  /** The earlier turn that the request continues; null if there is none. */
  turns?: Turns | null;
}

export function RequestBlocks({
  document,
  asked,
  prepared,
  requestId,
  media,
  onChange,
  onBroken,
  turns = null,
}: RequestBlocksProps) {
  const t = useT();
  const last = document.messages.length - 1;
  // Render the first screen at once and the rest in a deferred render.
  const count = useDeferredValue(last + 1, Math.min(last + 1, firstDrawn));
  const items = paperItems(document.messages.slice(0, Math.max(count, firstDrawn)), turns);
  const folded =
    turns === null ? 0 : document.messages.filter((message) => turns.isFolded(message)).length;
  const renderMessage = (message: Message, index: number): ReactNode => {
    const mark = turns && messageMark(t, turns, turns.statusOf(message));
    return (
      <Fragment key={keyOf(message)}>
        {mark !== null && <Mark words={mark} />}
        <MessageView
          message={message}
          index={index}
          last={index === last}
          isNew={turns?.statusOf(message)?.kind === "new"}
          requestId={requestId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
        />
      </Fragment>
    );
  };
  return (
    <>
      {turns !== null && <TurnChanges turns={turns} tools={document.tools?.length ?? 0} />}
      {turns?.systemFolded !== true && turns?.systemInDiff !== true && (
        <SystemPrompt document={document} asked={asked} prepared={prepared} onChange={onChange} />
      )}
      {items.map((item) => {
        if (item.kind === "message") return renderMessage(item.message, item.index);
        const { key, from, messages } = item;
        if (item.kind === "run") {
          return (
            <FarMessages key={key} messages={messages} from={from} renderMessage={renderMessage} />
          );
        }
        return (
          turns !== null && (
            <FoldBar
              key={key}
              turns={turns}
              messages={messages}
              from={from}
              system={from === 0 && turns.systemFolded ? (document.systemPrompt ?? null) : null}
            />
          )
        );
      })}
      <FlagLines path={["messages"]} />
      <DocumentEnd>
        <span>
          {folded === 0
            ? t("review.endOfRequest")
            : t("tools.fold.end", { count: document.messages.length, folded })}
        </span>
        {onChange !== undefined && (
          <LinkButton onClick={() => onChange((now) => addMessage(now, last))}>
            {t("review.addMessage")}
          </LinkButton>
        )}
      </DocumentEnd>
    </>
  );
}

/** Many messages far from the view: a note of about their height. */
function FarMessages({
  messages,
  from,
  renderMessage,
}: {
  messages: readonly Message[];
  from: number;
  /** With its key. */
  renderMessage: (message: Message, index: number) => ReactNode;
}) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box, messages, from, { to: "nearest" });
  if (near)
    return <div ref={box}>{messages.map((message, at) => renderMessage(message, from + at))}</div>;
  const height = messages.reduce((sum, message) => sum + heightOf(message), 0);
  return (
    <div ref={box} className={s.far} style={{ height }} role="note">
      {t("review.farMessages", { from: from + 1, to: from + messages.length })}
    </div>
  );
}

const heights = new WeakMap<Message, number>();
/** Estimate of a message's height: a heading, then lines of `COLUMNS` characters. */
const HEADING_PX = 28;
const COLUMNS = 96;

function heightOf(message: Message): number {
  const known = heights.get(message);
  if (known !== undefined) return known;
  const lines = blocksOf(message.content).reduce(
    (sum, block) => sum + (isText(block) ? linesOf(block.text) : 4),
    0,
  );
  const height = HEADING_PX + lines * WIRE_LEAD_PX + 2 * PADDING_PX;
  heights.set(message, height);
  return height;
}

function linesOf(text: string): number {
  let lines = 0;
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf("\n", at);
    const length = (end === -1 ? text.length : end) - at;
    lines += Math.max(1, Math.ceil(length / COLUMNS));
    if (end === -1) break;
    at = end + 1;
  }
  return lines;
}

function SystemPrompt({
  document,
  asked,
  prepared,
  onChange,
}: {
  document: RequestDocument;
  asked: RequestDocument;
  prepared: RequestDocument | undefined;
  onChange: Change | undefined;
}) {
  const t = useT();
  const { found, register } = usePlace(["systemPrompt"]);
  const text = document.systemPrompt;
  const byRule = text !== asked.systemPrompt && text === prepared?.systemPrompt;
  const change = useCallback(
    (next: string) => onChange?.((now) => withSystemPrompt(now, next)),
    [onChange],
  );
  if (text === undefined) return null;
  const before = asked.systemPrompt ?? "";
  const edited = text === before ? undefined : changedLines(before, text);
  const remove: MenuItem = {
    id: "remove",
    label: t("review.removeSystem"),
    icon: RemoveIcon,
    onSelect: () => onChange?.((now) => withSystemPrompt(now, null)),
  };
  return (
    <div className={s.block}>
      <Heading
        end={
          onChange !== undefined && (
            <Menu items={[remove]}>
              <IconButton
                icon={MoreIcon}
                label={`${t("common.more")}: ${t("common.systemPrompt")}`}
              />
            </Menu>
          )
        }
      >
        <b>{t("review.role.system")}</b>
        {byRule && <span>{t("rules.judged.byRule")}</span>}
        {!byRule && asked.systemPrompt === undefined && <span>{t("common.addedByYou")}</span>}
      </Heading>
      <CodeBlock
        ref={register}
        identity="system"
        value={text}
        language="markdown"
        readOnly={onChange === undefined}
        {...(onChange === undefined ? {} : { onChange: change })}
        marks={edited === undefined && found === undefined ? undefined : { edited, found }}
        label={t("common.systemPrompt")}
        start="nextFrame"
      />
    </div>
  );
}
