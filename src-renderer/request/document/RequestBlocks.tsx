// The request as blocks: system prompt, then the messages. All can be edited; messages can be added, deleted and
// moved.
import { Fragment, useCallback, useDeferredValue } from "react";
import { CodeBlock, changedLines } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { Path } from "#shared/sampling/document/flag.ts";
import type { MediaFacts } from "#shared/sampling/document/media.ts";
import type { Message, RequestDocument } from "#shared/sampling/document/message.ts";
import { IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { MoreIcon, RemoveIcon } from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { FlagLines } from "../findings/FlagLines.tsx";
import { DocumentEnd, Heading } from "./Heading.tsx";
import { addMessage, keyOf, withSystemPrompt } from "./document.ts";
import { MessageView } from "./Message.tsx";
import type { Change } from "./document.ts";
import { MessageRuns } from "./MessageRuns.tsx";
import { usePlace } from "./places.ts";
import { FoldBar, MissingMark, ChangeMark, SystemMark, UnfoldedBar } from "./Thread.tsx";
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
  sampleId: string;
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
  sampleId,
  media,
  onChange,
  onBroken,
  turns = null,
}: RequestBlocksProps) {
  const t = useT();
  const last = document.messages.length - 1;
  // Render the first screen at once and the rest in a deferred render.
  const count = useDeferredValue(last + 1, Math.min(last + 1, firstDrawn));
  const segments = segmentsOf(document.messages.slice(0, Math.max(count, firstDrawn)), turns);
  const folded =
    turns === null ? 0 : document.messages.filter((message) => turns.isFolded(message)).length;
  return (
    <>
      {turns?.open === true && turns.foldable > 0 && <UnfoldedBar turns={turns} />}
      {turns !== null && <SystemMark following={turns.following} text={document.systemPrompt} />}
      {turns?.systemFolded !== true && (
        <SystemPrompt document={document} asked={asked} prepared={prepared} onChange={onChange} />
      )}
      {segments.map(({ from, messages, folded }) =>
        folded && turns !== null ? (
          <FoldBar
            key={`fold-${from}`}
            turns={turns}
            messages={messages}
            from={from}
            system={from === 0 && turns.systemFolded ? (document.systemPrompt ?? null) : null}
          />
        ) : (
          <MessageRuns
            key={`from-${from}`}
            messages={messages}
            from={from}
            renderMessage={(message, index) => (
              <Fragment key={keyOf(message)}>
                {turns !== null && <Marks turns={turns} message={message} index={index} />}
                <MessageView
                  message={message}
                  index={index}
                  last={index === last}
                  sampleId={sampleId}
                  media={media}
                  onChange={onChange}
                  onBroken={onBroken}
                />
              </Fragment>
            )}
          />
        ),
      )}
      {turns !== null && (
        <MissingMark
          following={turns.following}
          messages={missingAt(turns, turns.following.messages.length)}
        />
      )}
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

/** Consecutive messages grouped by whether they are folded. */
function segmentsOf(
  messages: readonly Message[],
  turns: Turns | null,
): { from: number; messages: Message[]; folded: boolean }[] {
  const segments: { from: number; messages: Message[]; folded: boolean }[] = [];
  // A folded system prompt needs a bar even if no folded message follows it.
  if (turns?.systemFolded === true) segments.push({ from: 0, messages: [], folded: true });
  messages.forEach((message, index) => {
    const folded = turns?.isFolded(message) === true;
    const last = segments.at(-1);
    if (last?.folded === folded) last.messages.push(message);
    else segments.push({ from: index, messages: [message], folded });
  });
  return segments;
}

const missingAt = (turns: Turns, at: number): Message[] =>
  turns.following.missing.filter((entry) => entry.at === at).map((entry) => entry.message);

/** Marks above a message: what is missing before it, and how it differs from the earlier turn. */
function Marks({ turns, message, index }: { turns: Turns; message: Message; index: number }) {
  const { following } = turns;
  return (
    <>
      <MissingMark following={following} messages={missingAt(turns, index)} />
      <ChangeMark
        standing={turns.standingOf(message)}
        message={message}
        following={following}
        identity={keyOf(message)}
      />
    </>
  );
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
        soon
      />
    </div>
  );
}
