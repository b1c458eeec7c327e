// An answer of several parts for a server that takes one: said before anything is sent, with the ways out. What
// the server takes is decided by its revision and by what it asked; nothing is dropped by itself.
import { useT } from "../../i18n/index.ts";
import { blocksOf, isText, textBlock } from "../../../src-shared/sampling/document/blocks.ts";
import type { ResponseDocument } from "../../../src-shared/sampling/document/message.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import type { ChangeAnswer } from "./Answer.tsx";
import { carry } from "../blocks/document.ts";

/** More ways out than fit into a bar are in the parts' own menus. */
const offered = 4;

export function OneBlock({
  document,
  onChange,
}: {
  document: ResponseDocument;
  onChange: ChangeAnswer | undefined;
}) {
  const t = useT();
  const blocks = blocksOf(document.content);
  const texts = blocks.filter(isText);
  // What else a text block carries (annotations, `_meta`) has no place in a joined one.
  const bare = texts.every((block) => Object.keys(block).length === 2);
  const joinable = texts.length === blocks.length && bare;
  const join = (): void =>
    onChange?.((now) => {
      const parts = blocksOf(now.content);
      const [first] = parts;
      if (first === undefined) return now;
      const text = parts.map((part) => String(part["text"] ?? "")).join("\n\n");
      return { ...now, content: carry(first, textBlock(text)) };
    });
  return (
    <Bar
      tone="warn"
      title={t("content.oneBlock.title", { count: blocks.length })}
      actions={
        onChange !== undefined && (
          <>
            {joinable && <LinkButton onClick={join}>{t("content.oneBlock.join")}</LinkButton>}
            {!joinable &&
              blocks.slice(0, offered).map((block, index) => (
                <LinkButton
                  key={index}
                  onClick={() => onChange((now) => ({ ...now, content: block }))}
                >
                  {t("content.oneBlock.keep", { number: index + 1 })}
                </LinkButton>
              ))}
          </>
        )
      }
    >
      {t(joinable ? "content.oneBlock.texts" : "content.oneBlock.mixed")}
    </Bar>
  );
}
