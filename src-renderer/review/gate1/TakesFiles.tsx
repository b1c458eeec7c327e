// A drop and paste target for images and audio. Pasted text is left to the editor.
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import type { Block } from "../../../src-shared/sampling/document/message.ts";
import { Takes } from "../../ui/layout/Takes.tsx";
import { useOwnMedia } from "../blocks/ownMedia.ts";

/** @param onPart undefined: accepts nothing */
export function TakesFiles({
  onPart,
  replaces = false,
  children,
}: {
  onPart: ((part: Block) => void) | undefined;
  /** A file replaces the block instead of being added. */
  replaces?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const { take } = useOwnMedia();
  if (onPart === undefined) return children;
  return (
    <Takes
      words={t(replaces ? "content.dropReplace" : "content.drop")}
      onFiles={(files) => take(files, onPart)}
    >
      {children}
    </Takes>
  );
}
