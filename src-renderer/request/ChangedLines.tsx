// How many lines an agent's action adds to its files and removes, by the difference that main has found.
import { useMemo } from "react";
import { lineCounts } from "#shared/agents/changes.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { LineCounts } from "#kit/text/LineCounts.tsx";

/** Nothing where it changes no file, or where that isn't known. */
export function ChangedLines({
  request: { proposed },
  className,
}: {
  request: HeldRequest;
  className?: string;
}) {
  const counts = useMemo(() => {
    const files = (proposed === null ? null : actionIn(proposed))?.files ?? [];
    return lineCounts(files.map(({ diff = "" }) => diff).join("\n"));
  }, [proposed]);
  return <LineCounts {...counts} {...(className === undefined ? {} : { className })} />;
}
