// The actions of the history on one or several requests, with their confirmations.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { ExportKind, HistoryExported, HistorySelection } from "#shared/ledger/files.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import type { Outcome } from "#shared/outcome.ts";
import type { OriginCall, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { openRun, send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { view } from "#data/view.ts";
import { LinkIcon, ReplayIcon } from "#kit/controls/icons.ts";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { HistoryBars } from "./HistoryBars.tsx";
import { ExportDialog } from "./dialogs/ExportDialog.tsx";
import type { Choice } from "./dialogs/ExportDialog.tsx";
import { DeleteDialog } from "./dialogs/DeleteDialog.tsx";
import type { PendingDeletion } from "./dialogs/DeleteDialog.tsx";
import type { ItemHandlers } from "./item/ItemHead.tsx";
import { PasteDialog, ReplayDialog } from "./dialogs/ReplayDialog.tsx";
import { VerifyDialog } from "./dialogs/VerifyDialog.tsx";
import type { Marked } from "./useMarked.ts";
import { useAction } from "#kit/hooks/useAction.ts";

export interface HistoryTasks {
  handlers: ItemHandlers;
  /** The bars above the list, and the open dialog. */
  bars: ReactNode;
  /** Actions on the history as a whole. */
  more: readonly MenuItem[];
  exportMany: () => void;
  /** Null while nothing is marked. */
  deleteMany: (() => void) | null;
}

export interface HistoryTasksParts {
  item: HistoryItem | null;
  /** Another request is selected and still loading: actions do not apply to the one shown. */
  isLoading: boolean;
  marked: Marked;
  /** The filter that gave the rows found, and their number once it is known. */
  search: string;
  found: number | null;
  /** Call after the open request has changed. */
  changed: () => void;
  /** Moves the focus after the bar that had it is removed. */
  rest: () => void;
}

export function useHistoryTasks({
  item,
  isLoading,
  marked,
  search,
  found,
  changed,
  rest,
}: HistoryTasksParts): HistoryTasks {
  const t = useT();
  const [open, setOpen] = useState<"paste" | "verify" | null>(null);
  // Fixed when the dialog opens: the selection may change behind it.
  const [replaying, setReplaying] = useState<HeldRequest | null>(null);
  const [deleting, setDeleting] = useState<PendingDeletion | null>(null);
  const [asking, setAsking] = useState(false);
  const files = useFiles();
  const total = useMirror((state) => state.history.total);
  const handlers = useItemHandlers(item, files, {
    replay: setReplaying,
    remove: (id, mediaOnly) => setDeleting({ ids: [id], mediaOnly }),
  });
  const ids = [...marked.ids];
  const choices: Choice[] = [
    { id: "found", count: found, selection: { filter: search } },
    { id: "all", count: total, selection: { filter: "" } },
  ];
  if (ids.length > 0) choices.unshift({ id: "marked", count: ids.length, selection: { ids } });
  return {
    handlers: { ...handlers, off: isLoading },
    bars: (
      <>
        <HistoryBars
          failure={files.failure}
          exported={files.exported}
          onClose={() => {
            files.clear();
            rest();
          }}
        />
        {replaying !== null && (
          <ReplayDialog request={replaying} onClose={() => setReplaying(null)} />
        )}
        {open === "paste" && <PasteDialog onClose={() => setOpen(null)} />}
        {open === "verify" && <VerifyDialog onClose={() => setOpen(null)} />}
        {deleting !== null && (
          <DeleteDialog deleting={deleting} onClose={() => setDeleting(null)} onDeleted={changed} />
        )}
        {asking && (
          <ExportDialog
            choices={choices}
            onClose={() => setAsking(false)}
            onExport={(selection, kind) => {
              setAsking(false);
              void files.write(selection, kind);
            }}
          />
        )}
      </>
    ),
    more: wholeHistory(t, setOpen),
    exportMany: () => setAsking(true),
    deleteMany: ids.length === 0 ? null : () => setDeleting({ ids, mediaOnly: false }),
  };
}

/** Actions on the history as a whole. */
const wholeHistory = (t: T, open: (dialog: "paste" | "verify") => void): readonly MenuItem[] => [
  {
    id: "verify",
    label: t("history.do.verify"),
    icon: LinkIcon,
    onSelect: () => open("verify"),
  },
  {
    id: "paste",
    label: t("history.do.paste"),
    icon: ReplayIcon,
    onSelect: () => open("paste"),
  },
];

type Files = ReturnType<typeof useFiles>;

/** File exports, and the result of the last action. */
function useFiles() {
  const { failure, tell, clear } = useAction();
  const [exported, setExported] = useState<HistoryExported | null>(null);
  const said = (result: Outcome<unknown>): void => {
    setExported(null);
    tell(result);
  };
  return {
    failure,
    exported,
    said,
    clear(): void {
      clear();
      setExported(null);
    },
    async write(selection: HistorySelection, kind: ExportKind): Promise<void> {
      const result = await send("history.export", selection, kind);
      said(result);
      if (result.ok) setExported(result.value);
    },
  };
}

/** Actions on the open request. */
function useItemHandlers(
  item: HistoryItem | null,
  files: Files,
  dialogs: {
    replay: (request: HeldRequest) => void;
    remove: (id: string, mediaOnly: boolean) => void;
  },
): Omit<ItemHandlers, "off"> {
  const servers = useMirror((state) => state.servers);
  const kept = item?.forgotten === "all" ? null : item;
  const hasModel = kept !== null && kindFactsOf(kept.request).hasModel;
  const canCall =
    item !== null && callOf(item.request) !== null && item.request.requester.serverId in servers;
  return {
    callAgain: canCall ? () => void callAgain(item.request).then(files.said) : null,
    replay: hasModel ? kept && (() => dialogs.replay(kept.request)) : null,
    always:
      kept === null || kept.request.proposed === null || !hasModel
        ? null
        : (gate) => view.setState({ newRuleFrom: { requestId: kept.request.id, gate } }),
    exportLines: () => item !== null && void files.write({ ids: [item.request.id] }, "lines"),
    remove: kept && ((mediaOnly) => dialogs.remove(kept.request.id, mediaOnly)),
  };
}

const callOf = ({ origin }: HeldRequest): OriginCall | null =>
  origin.kind === "certain" ? origin.call : null;

/** Repeats the call with the same arguments and opens it. */
async function callAgain({ id }: HeldRequest) {
  const result = await send("history.callAgain", id);
  if (result.ok) openRun(result.value);
  return result;
}
