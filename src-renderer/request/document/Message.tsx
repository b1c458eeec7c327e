// One message of a request: a heading with role and menu, then its blocks in order.
import { memo, useCallback, useId, useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { IconButton } from "#kit/controls/Button.tsx";
import {
  AudioIcon,
  DownIcon,
  ImageIcon,
  MoreIcon,
  PlusIcon,
  RemoveIcon,
  TextIcon,
  UpIcon,
} from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { blocksOf, isText, textBlock } from "#shared/request/document/blocks.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type { Block, Message } from "#shared/request/document/message.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { BlockView } from "./Blocks.tsx";
import {
  addMessage,
  changeBlock,
  changeMessage,
  keyOf,
  moveMessage,
  moved,
  removeMessage,
  withBlocks,
  withPart,
} from "./document.ts";
import type { Change } from "./document.ts";
import { EdgeContext, INNER } from "./edge.ts";
import type { Edge } from "./edge.ts";
import { useNear } from "./unrendered.ts";
import { FlagLines } from "../findings/FlagLines.tsx";
import { BlockWords, Heading, NoParts } from "./Heading.tsx";
import { OtherFields } from "./OtherFields.tsx";
import { useOwnMedia } from "../media/ownMedia.ts";
import { PartMenu } from "./PartMenu.tsx";
import { useElementPlace } from "./places.ts";
import { MediaDropTarget } from "../media/MediaDropTarget.tsx";
import s from "./Blocks.module.css";

interface MessageProps {
  message: Message;
  index: number;
  last: boolean;
  /** Since the turn that the request continues. */
  isNew: boolean;
  requestId: string;
  media: readonly MediaFacts[];
  onChange: Change | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
}

/**
 * This many messages, which the first screen may show, are rendered in full at once; the others when they come near
 * the view.
 */
const wholeAtOnce = 8;

export const MessageView = memo(function MessageView(props: MessageProps) {
  const { message, index } = props;
  const box = useRef<HTMLDivElement>(null);
  const heading = useId();
  const own = useMemo(() => [message], [message]);
  const near = useNear(box, own, index, { first: index < wholeAtOnce, to: "center" });
  if (near) {
    return (
      <div ref={box} className={s.block}>
        <WholeMessage {...props} />
      </div>
    );
  }
  // Its heading and complete text, at about its final height.
  return (
    <div ref={box} className={s.block}>
      <Heading>
        <b id={heading}>
          {index + 1} · {message.role}
        </b>
      </Heading>
      {blocksOf(message.content).map((block, at) => (
        <pre key={at} className={s.plain} aria-labelledby={heading}>
          {isText(block) ? block.text : JSON.stringify(block, null, 2)}
        </pre>
      ))}
    </div>
  );
});

const FIRST: Edge = { start: "nextFrame" };

function WholeMessage(props: MessageProps) {
  const { message, index, last, isNew, requestId, media, onChange, onBroken } = props;
  const t = useT();
  const { pick } = useOwnMedia();
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
          onChange !== undefined && (
            <Menu items={menuOf(t, index, last, onChange, pick)}>
              <IconButton icon={MoreIcon} label={`${t("common.more")}: ${name}`} />
            </Menu>
          )
        }
      >
        <span className={s.role}>
          {numbered && <b>{index + 1} ·</b>}
          <Role message={message} index={index} onChange={onChange} />
        </span>
        {isNew && <span>{t("common.new")}</span>}
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
          requestId={requestId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
          label={blocks.length === 1 ? name : `${name}, ${at + 1}`}
          edge={index === 0 && at === 0 ? FIRST : INNER}
        />
      ))}
      <OtherFields
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

/** Moves the message, adds to it, deletes it. */
function menuOf(
  t: T,
  index: number,
  last: boolean,
  onChange: Change,
  pick: ReturnType<typeof useOwnMedia>["pick"],
): MenuItem[] {
  const addPart = (part: Block): void =>
    onChange((now) => changeMessage(now, index, (before) => withPart(before, part)));
  return [
    {
      id: "up",
      label: t("review.moveUp"),
      icon: UpIcon,
      disabled: index === 0,
      onSelect: () => onChange((now) => moveMessage(now, index, -1)),
    },
    {
      id: "down",
      label: t("review.moveDown"),
      icon: DownIcon,
      disabled: last,
      onSelect: () => onChange((now) => moveMessage(now, index, 1)),
    },
    {
      id: "part",
      label: t("common.addText"),
      icon: TextIcon,
      cut: true,
      onSelect: () => addPart(textBlock("")),
    },
    {
      id: "image",
      label: t("common.addImage"),
      icon: ImageIcon,
      onSelect: () => pick("image", addPart),
    },
    {
      id: "audio",
      label: t("common.addAudio"),
      icon: AudioIcon,
      onSelect: () => pick("audio", addPart),
    },
    {
      id: "after",
      label: t("review.addAfter"),
      icon: PlusIcon,
      onSelect: () => onChange((now) => addMessage(now, index)),
    },
    {
      id: "remove",
      label: t("review.removeMessage"),
      icon: RemoveIcon,
      cut: true,
      onSelect: () => onChange((now) => removeMessage(now, index)),
    },
  ];
}

function Part({
  block,
  at,
  count,
  path,
  index,
  onChange,
  label,
  edge,
  ...rest
}: {
  block: Block;
  at: number;
  count: number;
  path: Path;
  index: number;
  requestId: string;
  media: readonly MediaFacts[];
  onChange: Change | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  edge: Edge;
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
      <EdgeContext value={edge}>
        <BlockView
          {...rest}
          block={block}
          path={path}
          label={label}
          onChange={onChange === undefined ? undefined : change}
        />
      </EdgeContext>
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
