// What can be done from the history, with one request or with several: each step, and the question before it.
import { useState } from "react";
import type { ReactNode } from "react";
import type { HistoryItem } from "../../src-shared/ledger/history.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { isJsonObject } from "../../src-shared/json.ts";
import type { OriginCall, Sample } from "../../src-shared/sampling/sample.ts";
import { openRun, send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { FailureBar } from "../ui/FailureBar.tsx";
import type { MenuItem } from "../ui/Menu.tsx";
import type { ItemDoing } from "./ItemActions.tsx";
import type { Marked } from "./useMarked.ts";

const kindOf = {
  "tools/call": "tool",
  "prompts/get": "prompt",
  "resources/read": "resource",
} as const;

export interface Doing {
  doing: ItemDoing;
  /** Questions, progress, failures. */
  dialogs: ReactNode;
  /** What is done with the history as a whole. */
  more: readonly MenuItem[];
  exportMany: () => void;
  forgetMany: () => void;
}

export function useDoing({
  item,
}: {
  item: HistoryItem | null;
  marked: Marked;
  /** What all that is found was found by. */
  search: string;
  /** The request that is looked at is no longer what it was. */
  changed: () => void;
}): Doing {
  const [failure, setFailure] = useState<Failure | null>(null);
  const servers = useMirror((state) => state.servers);
  const call = item === null ? null : callOf(item.sample);
  const server = item === null ? undefined : servers[item.sample.asker.serverId];
  const callAgain = async (sample: Sample, made: OriginCall): Promise<void> => {
    const args = isJsonObject(made.arguments) ? made.arguments : {};
    const given = JSON.parse(JSON.stringify(args)) as Record<string, never>;
    const result = await send(
      "calls.start",
      sample.asker.serverId,
      kindOf[made.method],
      made.name,
      given,
    );
    setFailure(result.ok ? null : result.failure);
    if (result.ok) openRun(result.value);
  };
  const nothing = (): void => undefined;
  return {
    doing: {
      callAgain:
        item === null || call === null || server === undefined
          ? null
          : () => void callAgain(item.sample, call),
      replay: null,
      report: nothing,
      exportLines: nothing,
      forget: null,
    },
    dialogs: failure === null ? null : <FailureBar failure={failure} />,
    more: [],
    exportMany: nothing,
    forgetMany: nothing,
  };
}

const callOf = ({ origin }: Sample): OriginCall | null =>
  origin.kind === "certain" ? origin.call : null;
