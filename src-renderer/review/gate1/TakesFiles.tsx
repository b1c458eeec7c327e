// A stretch of paper that takes images and sounds that are dropped on it or pasted into it; texts go where they
// always go.
import type { ReactNode } from "react";
import { useT } from "../../i18n/index.ts";
import type { Block } from "../../../src-shared/sampling/document/message.ts";
import { Takes } from "../../ui/layout/Takes.tsx";
import { useOwnMedia } from "../blocks/ownMedia.ts";

/** @param onPart undefined: takes nothing */
export function TakesFiles({
  onPart,
  replaces = false,
  children,
}: {
  onPart: ((part: Block) => void) | undefined;
  /** What comes takes the place of what stands here. */
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
