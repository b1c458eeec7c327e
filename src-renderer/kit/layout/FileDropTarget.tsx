// A drop and paste target for files. Pasted text is left to the editor.
import { useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { cx } from "../cx.ts";
import s from "./FileDropTarget.module.css";

const hasFiles = (data: DataTransfer): boolean => data.types.includes("Files");

/** With nested targets, such as an image in a message, only the innermost one takes the file. */
const isHere = (event: SyntheticEvent): boolean =>
  event.target instanceof Element && event.target.closest("[data-drop]") === event.currentTarget;

/** `words` are shown while files are dragged over it. */
export function FileDropTarget({
  words,
  className,
  onFiles,
  children,
}: {
  words: string;
  className?: string | undefined;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    <div
      className={cx(s.takes, over && s.over, className)}
      data-drop={words}
      onDragOverCapture={(event) => {
        const offered = hasFiles(event.dataTransfer) && isHere(event);
        setOver(offered);
        if (!offered) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      }}
      onDropCapture={(event) => {
        setOver(false);
        if (!hasFiles(event.dataTransfer) || !isHere(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles([...event.dataTransfer.files]);
      }}
      onPasteCapture={(event) => {
        // If there is text as well, as when copying spreadsheet cells, the text is meant.
        if (!hasFiles(event.clipboardData) || event.clipboardData.types.includes("text/plain"))
          return;
        if (!isHere(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onFiles([...event.clipboardData.files]);
      }}
    >
      {children}
    </div>
  );
}
