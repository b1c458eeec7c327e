// One message of a request: a heading with role and menu, then its blocks in order.
import { memo, useCallback, useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import { blocksOf, isText } from "#shared/sampling/document/blocks.ts";
import type { Path } from "#shared/sampling/document/flag.ts";
import type { MediaFacts } from "#shared/sampling/document/media.ts";
import type { Block, Message } from "#shared/sampling/document/message.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { BlockView } from "./Blocks.tsx";
import { changeBlock, changeMessage, keyOf, moved, withBlocks, withPart } from "./document.ts";
import type { Change } from "./document.ts";
import { useUnrenderedTexts } from "./useUnrenderedTexts.ts";
import { FlagLines } from "../findings/FlagLines.tsx";
import { BlockWords, Heading, NoParts } from "./Heading.tsx";
import { PlainTextMessage } from "./PlainTextMessage.tsx";
import { Members } from "./Members.tsx";
import { MessageMenu } from "./MessageMenu.tsx";
import { PartMenu } from "./PartMenu.tsx";
import { useElementPlace, usePlainTextPlace } from "./places.ts";
import { MediaDropTarget } from "./MediaDropTarget.tsx";
import { useNear } from "./useNear.ts";
import s from "./Blocks.module.css";
import { scrollWithin } from "#kit/scrollWithin.ts";

interface MessageProps {
  message: Message;
  index: number;
  last: boolean;
  sampleId: string;
  media: readonly MediaFacts[];
  onChange: Change | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
}

/**
 * This many messages, which the first screen may show, are rendered in full at once; the others when they come near
 * the view.
 */
const wholeAtOnce = 8;
const NONE: readonly Message[] = [];

export const MessageView = memo(function MessageView(props: MessageProps) {
  const { message, index } = props;
  const box = useRef<HTMLDivElement>(null);
  const [near, come] = useNear(box, index < wholeAtOnce);
  usePlainTextPlace(["messages", index], near, () => {
    come();
    scrollWithin(box.current, "center");
  });
  const far = useMemo(() => (near ? NONE : [message]), [near, message]);
  useUnrenderedTexts(box, far, () => {
    come();
    scrollWithin(box.current, "center");
  });
  return (
    <div ref={box} className={s.block}>
      {near ? <WholeMessage {...props} /> : <PlainTextMessage message={message} index={index} />}
    </div>
  );
});

function WholeMessage(props: MessageProps) {
  const { message, index, last, sampleId, media, onChange, onBroken } = props;
  const t = useT();
  const blocks = blocksOf(message.content);
  const many = Array.isArray(message.content);
  // A single message needs no number.
  const numbered = index > 0 || !last;
  const name = t("review.messageLabel", { number: index + 1 });
  return (
    <MediaDropTarget
      onPart={
        onChange === undefined
          ? undefined
          : (part) =>
              onChange((now) => changeMessage(now, index, (before) => withPart(before, part)))
      }
    >
      <Heading
        end={
          onChange !== undefined && <MessageMenu index={index} last={last} onChange={onChange} />
        }
      >
        <span className={s.role}>
          {numbered && <b>{index + 1} ·</b>}
          <Role message={message} index={index} onChange={onChange} />
        </span>
        {blocks.length === 1 && blocks[0] !== undefined ? (
          !isText(blocks[0]) && <BlockWords block={blocks[0]} />
        ) : (
          <span>{t("review.parts", { count: blocks.length })}</span>
        )}
      </Heading>
      {many && <FlagLines path={["messages", index, "content"]} />}
      <FlagLines path={["messages", index]} />
      {blocks.length === 0 && <NoParts>{t("review.noParts")}</NoParts>}
      {blocks.map((block, at) => (
        <Part
          key={keyOf(block)}
          block={block}
          at={at}
          count={blocks.length}
          path={["messages", index, "content", ...(many ? [at] : [])]}
          index={index}
          sampleId={sampleId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
          label={blocks.length === 1 ? name : `${name}, ${at + 1}`}
          soon={index === 0 && at === 0}
        />
      ))}
      <Members
        holder={message}
        shown={["role", "content"]}
        path={["messages", index]}
        label={name}
        onBroken={onBroken}
        onChange={
          onChange === undefined
            ? undefined
            : (next) => onChange((now) => changeMessage(now, index, () => next as Message))
        }
      />
    </MediaDropTarget>
  );
}

function Part({
  block,
  at,
  count,
  path,
  index,
  onChange,
  label,
  ...rest
}: {
  block: Block;
  at: number;
  count: number;
  path: Path;
  index: number;
  sampleId: string;
  media: readonly MediaFacts[];
  onChange: Change | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  soon: boolean;
}) {
  const place = useRef({ index, at });
  place.current = { index, at };
  const changeParts = useCallback(
    (next: (parts: Block[]) => Block[]) =>
      onChange?.((now) =>
        changeMessage(now, place.current.index, (message) => ({
          ...message,
          content: withBlocks(message.content, next(blocksOf(message.content))),
        })),
      ),
    [onChange],
  );
  const change = useCallback(
    (next: Block | null) => changeParts((parts) => changeBlock(parts, place.current.at, next)),
    [changeParts],
  );
  return (
    <>
      {count > 1 && (
        <Heading
          thin
          sub
          end={
            onChange !== undefined && (
              <PartMenu
                at={at}
                count={count}
                label={label}
                onMove={(by) => changeParts((parts) => moved(parts, place.current.at, by))}
                onRemove={() => change(null)}
              />
            )
          }
        >
          <BlockWords block={block} />
        </Heading>
      )}
      <BlockView
        {...rest}
        block={block}
        path={path}
        label={label}
        onChange={onChange === undefined ? undefined : change}
      />
    </>
  );
}

function Role({
  message,
  index,
  onChange,
}: {
  message: Message;
  index: number;
  onChange: Change | undefined;
}) {
  const t = useT();
  const place = useElementPlace(["messages", index, "role"]);
  const known = message.role === "user" || message.role === "assistant";
  if (onChange === undefined)
    return known ? (
      <b>{t(`review.role.${message.role as "user"}`)}</b>
    ) : (
      <Quote>{message.role}</Quote>
    );
  // A select can't hold an empty value, so a missing role is shown as nothing chosen.
  const roles = ["user", "assistant", ...(known || message.role === "" ? [] : [message.role])];
  return (
    <Select
      ref={place}
      quiet
      size="s"
      {...(known ? {} : { "aria-invalid": true as const })}
      aria-label={t("review.roleOf", { number: index + 1 })}
      value={message.role === "" ? null : message.role}
      placeholder={t("common.none")}
      options={roles.map((role) => ({
        value: role,
        label: role === "user" || role === "assistant" ? t(`review.role.${role}`) : role,
        wire: role !== "user" && role !== "assistant",
      }))}
      onChange={(role) =>
        onChange((now) => changeMessage(now, index, (before) => ({ ...before, role })))
      }
    />
  );
}
