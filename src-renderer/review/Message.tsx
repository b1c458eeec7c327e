// One message of a request: its heading with role and menu, its parts in order.
import { memo, useCallback, useRef } from "react";
import { useT } from "../i18n/index.ts";
import { blocksOf, textBlock } from "../../src-shared/sampling/blocks.ts";
import type { Path } from "../../src-shared/sampling/flag.ts";
import type { MediaFacts } from "../../src-shared/sampling/media.ts";
import type { Block, Message, RequestDocument } from "../../src-shared/sampling/message.ts";
import { IconButton, LinkButton } from "../ui/Button.tsx";
import { DownIcon, MoreIcon, PlusIcon, RemoveIcon, UpIcon } from "../ui/icons.ts";
import { Menu } from "../ui/Menu.tsx";
import type { MenuItem } from "../ui/Menu.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Select } from "../ui/Select.tsx";
import { BlockView, Heading, KindName } from "./Blocks.tsx";
import {
  addMessage,
  changeBlock,
  changeMessage,
  keyOf,
  moveMessage,
  removeMessage,
  withBlocks,
} from "./document.ts";
import { LightMessage } from "./LightMessage.tsx";
import { useLightPlace } from "./places.ts";
import { useNear } from "./useNear.ts";
import { aboutTokens } from "./tokens.ts";
import s from "./Blocks.module.css";

/** Applies a step to the request as it is now. */
export type Change = (change: (document: RequestDocument) => RequestDocument) => void;

interface MessageProps {
  message: Message;
  index: number;
  last: boolean;
  sampleId: string;
  media: readonly MediaFacts[];
  onChange: Change | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
}

/** Messages that the first screen may show are whole at once; the others when they come near. */
const wholeAtOnce = 8;

export const MessageView = memo(function MessageView(props: MessageProps) {
  const { message, index, last } = props;
  const box = useRef<HTMLDivElement>(null);
  const [near, come] = useNear(box, index < wholeAtOnce);
  useLightPlace(["messages", index], near, () => {
    come();
    box.current?.scrollIntoView({ block: "center" });
  });
  return (
    <div ref={box} className={last ? s.lastMessage : undefined}>
      {near ? <WholeMessage {...props} /> : <LightMessage message={message} index={index} />}
    </div>
  );
});

function WholeMessage(props: MessageProps) {
  const { message, index, last, sampleId, media, onChange, onBroken } = props;
  const t = useT();
  const blocks = blocksOf(message.content);
  const many = Array.isArray(message.content);
  const name = t("review.messageLabel", { number: index + 1 });
  return (
    <>
      <Heading end={<MessageEnd {...props} blocks={blocks} />}>
        <span className={s.role}>
          <b>{index + 1} ·</b>
          <Role message={message} index={index} onChange={onChange} />
        </span>
        {blocks.length === 1 && blocks[0] !== undefined ? (
          <BlockWords block={blocks[0]} />
        ) : (
          <span>{t("review.parts", { count: blocks.length })}</span>
        )}
      </Heading>
      {blocks.length === 0 && <p className={s.empty}>{t("review.noParts")}</p>}
      {blocks.map((block, at) => (
        <Part
          key={keyOf(block)}
          block={block}
          at={at}
          alone={blocks.length === 1}
          path={["messages", index, "content", ...(many ? [at] : [])]}
          index={index}
          sampleId={sampleId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
          label={blocks.length === 1 ? name : `${name}, ${at + 1}`}
          fill={last && at === blocks.length - 1}
          eager={index === 0 && at === 0}
        />
      ))}
    </>
  );
}

function Part({
  block,
  at,
  alone,
  path,
  index,
  onChange,
  label,
  ...rest
}: {
  block: Block;
  at: number;
  alone: boolean;
  path: Path;
  index: number;
  sampleId: string;
  media: readonly MediaFacts[];
  onChange: Change | undefined;
  onBroken: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  fill: boolean;
  eager: boolean;
}) {
  const t = useT();
  const place = useRef({ index, at });
  place.current = { index, at };
  const change = useCallback(
    (next: Block | null) =>
      onChange?.((now) =>
        changeMessage(now, place.current.index, (message) => ({
          ...message,
          content: withBlocks(
            message.content,
            changeBlock(blocksOf(message.content), place.current.at, next),
          ),
        })),
      ),
    [onChange],
  );
  return (
    <>
      {!alone && (
        <Heading
          thin
          sub
          end={
            onChange !== undefined && (
              <LinkButton onClick={() => change(null)}>{t("common.remove")}</LinkButton>
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

/** The kind of a block, and the foreign names that belong to it: a tool, the use that a result answers. */
function BlockWords({ block }: { block: Block }) {
  const t = useT();
  const named =
    block.type === "tool_use"
      ? block["name"]
      : block.type === "tool_result"
        ? block["toolUseId"]
        : null;
  return (
    <>
      <span>
        <KindName block={block} />
      </span>
      {typeof named === "string" && <Quote cut>{named}</Quote>}
      {block["isError"] === true && <span className="warn">{t("review.block.isError")}</span>}
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
  const known = message.role === "user" || message.role === "assistant";
  if (onChange === undefined)
    return known ? (
      <b>{t(`review.role.${message.role as "user"}`)}</b>
    ) : (
      <Quote>{message.role}</Quote>
    );
  const roles = ["user", "assistant", ...(known ? [] : [message.role])];
  return (
    <Select
      quiet
      size="s"
      aria-label={t("review.roleOf", { number: index + 1 })}
      value={message.role}
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

function MessageEnd({
  index,
  last,
  blocks,
  onChange,
}: MessageProps & { blocks: readonly Block[] }) {
  const t = useT();
  const text = blocks
    .map((block) => (typeof block["text"] === "string" ? block["text"] : ""))
    .join("\n");
  const addPart = (): void =>
    onChange?.((now) =>
      changeMessage(now, index, (before) => ({
        ...before,
        content: [...blocksOf(before.content), textBlock("")],
      })),
    );
  const items: MenuItem[] = [
    {
      id: "up",
      label: t("review.moveUp"),
      icon: UpIcon,
      disabled: index === 0,
      onSelect: () => onChange?.((now) => moveMessage(now, index, -1)),
    },
    {
      id: "down",
      label: t("review.moveDown"),
      icon: DownIcon,
      disabled: last,
      onSelect: () => onChange?.((now) => moveMessage(now, index, 1)),
    },
    { id: "part", label: t("review.addText"), icon: PlusIcon, cut: true, onSelect: addPart },
    {
      id: "after",
      label: t("review.addAfter"),
      icon: PlusIcon,
      onSelect: () => onChange?.((now) => addMessage(now, index)),
    },
    {
      id: "remove",
      label: t("review.removeMessage"),
      icon: RemoveIcon,
      cut: true,
      onSelect: () => onChange?.((now) => removeMessage(now, index)),
    },
  ];
  return (
    <>
      {text !== "" && aboutTokens(t, text)}
      {onChange !== undefined && (
        <Menu items={items}>
          <IconButton
            icon={MoreIcon}
            label={`${t("common.more")}: ${t("review.messageLabel", { number: index + 1 })}`}
          />
        </Menu>
      )}
    </>
  );
}
