// The request as blocks: system prompt, then every message in order. Messages can be added, removed,
// moved, their roles changed; parts can be removed and edited.
import { useCallback, useDeferredValue } from "react";
import { CodeBlock, changedLines } from "../editor/index.ts";
import { useT } from "../i18n/index.ts";
import type { Path } from "../../src-shared/sampling/flag.ts";
import type { MediaFacts } from "../../src-shared/sampling/media.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import { IconButton, LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { MoreIcon, PlusIcon, RemoveIcon } from "../ui/icons.ts";
import { Menu } from "../ui/Menu.tsx";
import type { MenuItem } from "../ui/Menu.tsx";
import { Heading } from "./Blocks.tsx";
import { addMessage, keyOf, withSystemPrompt } from "./document.ts";
import { MessageView } from "./Message.tsx";
import type { Change } from "./Message.tsx";
import { usePlace } from "./places.ts";
import { aboutTokens } from "./tokens.ts";
import s from "./Blocks.module.css";

/** Messages of the first drawing. */
const firstDrawn = 12;

export interface RequestBlocksProps {
  document: RequestDocument;
  /** What the server asked, to mark what differs. */
  asked: RequestDocument;
  sampleId: string;
  media: readonly MediaFacts[];
  /** Undefined: read only. Must keep its identity. */
  onChange?: Change | undefined;
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
}

export function RequestBlocks({
  document,
  asked,
  sampleId,
  media,
  onChange,
  onBroken,
}: RequestBlocksProps) {
  const t = useT();
  const last = document.messages.length - 1;
  // The first screen is drawn at once; what lies below follows right after, without holding it up.
  const count = useDeferredValue(last + 1, Math.min(last + 1, firstDrawn));
  return (
    <>
      <SystemPrompt document={document} asked={asked} onChange={onChange} />
      {document.messages.slice(0, Math.max(count, firstDrawn)).map((message, index) => (
        <MessageView
          key={keyOf(message)}
          message={message}
          index={index}
          last={index === last}
          sampleId={sampleId}
          media={media}
          onChange={onChange}
          onBroken={onBroken}
        />
      ))}
      <div className={s.add}>
        {onChange !== undefined && (
          <LinkButton onClick={() => onChange((now) => addMessage(now, now.messages.length - 1))}>
            <Icon of={PlusIcon} />
            {t("review.addMessage")}
          </LinkButton>
        )}
        {onChange !== undefined && document.systemPrompt === undefined && (
          <LinkButton onClick={() => onChange((now) => withSystemPrompt(now, ""))}>
            <Icon of={PlusIcon} />
            {t("review.addSystem")}
          </LinkButton>
        )}
        <span className={s.end}>
          {t("review.endOfRequest", { count: document.messages.length })}
        </span>
      </div>
    </>
  );
}

function SystemPrompt({
  document,
  asked,
  onChange,
}: {
  document: RequestDocument;
  asked: RequestDocument;
  onChange: Change | undefined;
}) {
  const t = useT();
  const { found, register } = usePlace(["systemPrompt"]);
  const text = document.systemPrompt;
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
    <>
      <Heading
        end={
          <>
            {aboutTokens(t, text)}
            {onChange !== undefined && (
              <Menu items={[remove]}>
                <IconButton icon={MoreIcon} label={`${t("common.more")}: ${t("review.system")}`} />
              </Menu>
            )}
          </>
        }
      >
        <b>{t("review.system")}</b>
        <span>{asked.systemPrompt === undefined ? t("review.byYou") : t("review.fromServer")}</span>
      </Heading>
      <CodeBlock
        ref={register}
        identity="system"
        value={text}
        language="markdown"
        readOnly={onChange === undefined}
        {...(onChange === undefined ? {} : { onChange: change })}
        marks={edited === undefined && found === undefined ? undefined : { edited, found }}
        label={t("review.system")}
        eager
      />
    </>
  );
}
