// A drop and paste target for images and audio. Pasted text is left to the editor.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { Block } from "#shared/request/document/message.ts";
import { FileDropTarget } from "#kit/layout/FileDropTarget.tsx";
import { useOwnMedia } from "./ownMedia.ts";

/** @param onPart undefined: accepts nothing */
export function MediaDropTarget({
  onPart,
  replaces = false,
  className,
  children,
}: {
  onPart: ((part: Block) => void) | undefined;
  /** A file replaces the block instead of being added. */
  replaces?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const t = useT();
  const { take } = useOwnMedia();
  if (onPart === undefined) return children;
  return (
    <FileDropTarget
      words={t(replaces ? "content.dropReplace" : "content.drop")}
      className={className}
      onFiles={(files) => take(files, onPart)}
    >
      {children}
    </FileDropTarget>
  );
}
