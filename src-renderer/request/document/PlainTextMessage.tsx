// A message far from view: heading and complete text as plain text, at about its final height. Controls and editors
// are added when it comes near the view.
import { useId } from "react";
import { blocksOf, isText } from "#shared/sampling/document/blocks.ts";
import type { Message } from "#shared/sampling/document/message.ts";
import { Heading } from "./Heading.tsx";
import s from "./Blocks.module.css";

export function PlainTextMessage({ message, index }: { message: Message; index: number }) {
  const heading = useId();
  const blocks = blocksOf(message.content);
  return (
    <>
      <Heading>
        <b id={heading}>
          {index + 1} · {message.role}
        </b>
      </Heading>
      {blocks.map((block, at) => (
        <pre key={at} className={s.light} aria-labelledby={heading}>
          {isText(block) ? block.text : JSON.stringify(block, null, 2)}
        </pre>
      ))}
    </>
  );
}
