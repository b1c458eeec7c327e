// A stretch of paper that takes images and sounds that are dropped on it or pasted into it; texts go where they
// always go.
import { useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import type { Block } from "../../src-shared/sampling/message.ts";
import { cx } from "../ui/cx.ts";
import { useOwnMedia } from "./ownMedia.ts";
import s from "./Blocks.module.css";

const hasFiles = (data: DataTransfer): boolean => data.types.includes("Files");

/** @param onPart undefined: takes nothing */
export function TakesFiles({
  onPart,
  children,
}: {
  onPart: ((part: Block) => void) | undefined;
  children: ReactNode;
}) {
  const t = useT();
  const { take } = useOwnMedia();
  const [over, setOver] = useState(false);
  if (onPart === undefined) return children;
  const offered = (event: DragEvent): boolean => hasFiles(event.dataTransfer);
  return (
    <div
      className={cx(s.takes, over && s.over)}
      data-drop={t("content.drop")}
      onDragOverCapture={(event) => {
        if (!offered(event)) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = "copy";
        setOver(true);
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      }}
      onDropCapture={(event) => {
        setOver(false);
        if (!offered(event)) return;
        event.preventDefault();
        event.stopPropagation();
        take([...event.dataTransfer.files], onPart);
      }}
      onPasteCapture={(event) => {
        // A text that comes along (a table of a spreadsheet does) is what was meant.
        if (!hasFiles(event.clipboardData) || event.clipboardData.types.includes("text/plain"))
          return;
        event.preventDefault();
        event.stopPropagation();
        take([...event.clipboardData.files], onPart);
      }}
    >
      {children}
    </div>
  );
}
