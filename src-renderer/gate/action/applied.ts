// What an edit or a write would make of the files as they are now.
import { applyChange, changesOf } from "#shared/agents/changes.ts";
import type { ChangeFault } from "#shared/agents/changes.ts";
import type { FileChange } from "#shared/agents/agent.ts";
import type { ActionFile } from "#shared/request/kinds/action/document.ts";
import { fileOf } from "./about.ts";
import type { About } from "./about.ts";
import type { FileTexts } from "#data/requests/actionFiles.ts";

/** One changed file. */
export interface Applied {
  change: FileChange;
  file: ActionFile | undefined;
  /** Null where there is none of this name, or its text is not shown. */
  before: string | null;
  /** `unseen`: the file is named, not shown. */
  result: { after: string | null } | { fault: ChangeFault } | "unseen";
}

/** @param texts null: not read yet */
export function appliedOf({ request, action }: About, texts: FileTexts | null): Applied[] {
  if (texts === null) return [];
  return changesOf(action).map((change): Applied => {
    const file = fileOf(request, change.path);
    const before = texts.get(change.path) ?? null;
    const isShown = file?.state === "absent" || (file?.state === "text" && before !== null);
    const result = isShown ? applyChange(request.agent.id, before, change) : "unseen";
    return { change, file, before, result };
  });
}

/** Its text should be shown and can't be, in no way. */
export const isUnseen = ({ file, result }: Applied): boolean =>
  result === "unseen" && (file === undefined || (file.state === "text" && file.diff === undefined));

export const faultIn = (applied: readonly Applied[]): ChangeFault | null =>
  applied.flatMap(({ result }) =>
    result !== "unseen" && "fault" in result ? [result.fault] : [],
  )[0] ?? null;
