// What can be done from the history, with one request or with several: each step, and the question before it.
import { useState } from "react";
import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import type {
  ExportKind,
  HistoryExported,
  HistorySelection,
} from "../../src-shared/ledger/files.ts";
import type { HistoryItem } from "../../src-shared/ledger/history.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { OriginCall, Sample } from "../../src-shared/sampling/life/sample.ts";
import { openRun, send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { view } from "../state/view.ts";
import { ImportIcon, LinkIcon, ReplayIcon } from "../ui/controls/icons.ts";
import type { MenuItem } from "../ui/controls/Menu.tsx";
import { DoingBars } from "./DoingBars.tsx";
import { ExportDialog } from "./dialogs/ExportDialog.tsx";
import type { Choice } from "./dialogs/ExportDialog.tsx";
import { ForgetDialog } from "./dialogs/ForgetDialog.tsx";
import type { Forgetting } from "./dialogs/ForgetDialog.tsx";
import type { ItemDoing } from "./item/ItemActions.tsx";
import { reportPlanOf } from "./item/reportPlan.ts";
import { PasteDialog, ReplayDialog } from "./dialogs/ReplayDialog.tsx";
import { VerifyDialog } from "./dialogs/VerifyDialog.tsx";
import type { Marked } from "./useMarked.ts";

export interface Doing {
  doing: ItemDoing;
  /** Questions, progress, failures. */
  dialogs: ReactNode;
  /** What is done with the history as a whole. */
  more: readonly MenuItem[];
  /** Null while a file is read: it is one already. */
  exportMany: (() => void) | null;
  /** Null while nothing is marked. */
  forgetMany: (() => void) | null;
}

export interface DoingParts {
  item: HistoryItem | null;
  /** Another one is selected that is not here yet: what stands there is not meant any more. */
  before: boolean;
  marked: Marked;
  /** What all that is found was found by, and how many that are. */
  search: string;
  found: number;
  /** The request that is looked at is no longer what it was. */
  changed: () => void;
  /** Where the keyboard goes on once a bar that had it is gone. */
  rest: () => void;
}

export function useDoing({
  item,
  before,
  marked,
  search,
  found,
  changed,
  rest,
}: DoingParts): Doing {
  const t = useT();
  const [open, setOpen] = useState<"paste" | "verify" | null>(null);
  // As it was when the question came up: the selection may go on behind it.
  const [replaying, setReplaying] = useState<Sample | null>(null);
  const [forgetting, setForgetting] = useState<Forgetting | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [exported, setExported] = useState<HistoryExported | null>(null);
  const [asking, setAsking] = useState(false);
  const servers = useMirror((state) => state.servers);
  const total = useMirror((state) => state.history.total);
  const imported = useMirror((state) => state.historyImport);
  const call = item === null ? null : callOf(item.sample);
  const server = item === null ? undefined : servers[item.sample.asker.serverId];
  const said = (result: { ok: true } | { ok: false; failure: Failure }): void => {
    setExported(null);
    setFailure(result.ok || result.failure.kind === "cancelled" ? null : result.failure);
  };
  const exportNow = async (selection: HistorySelection, kind: ExportKind): Promise<void> => {
    setAsking(false);
    const result = await send("history.export", selection, kind);
    said(result);
    if (result.ok) setExported(result.value);
  };
  const choices = (): Choice[] => {
    const ids = [...marked.ids];
    return [
      ...(ids.length === 0
        ? []
        : [{ id: "marked" as const, count: ids.length, selection: { ids } }]),
      { id: "found", count: found, selection: { filter: search } },
      { id: "all", count: total, selection: { filter: "" } },
    ];
  };
  return {
    doing: {
      off: before,
      callAgain:
        item === null || call === null || server === undefined || imported !== null
          ? null
          : () => void callAgain(item.sample).then(said),
      replay:
        item === null || imported !== null || item.forgotten === "all"
          ? null
          : () => setReplaying(item.sample),
      always:
        item === null ||
        imported !== null ||
        item.forgotten === "all" ||
        item.sample.proposed === null
          ? null
          : (gate) => view.setState({ always: { sampleId: item.sample.id, gate } }),
      report: () => void (item !== null && saveReport(item)),
      exportLines:
        imported !== null
          ? null
          : () => item !== null && void exportNow({ ids: [item.sample.id] }, "lines"),
      saveFixture:
        item === null || imported !== null || item.forgotten === "all" || !isAnswered(item.sample)
          ? null
          : () => void saveFixture(item.sample.id),
      forget:
        item === null || imported !== null || item.forgotten === "all"
          ? null
          : (mediaOnly) => setForgetting({ ids: [item.sample.id], mediaOnly }),
    },
    dialogs: (
      <>
        <DoingBars
          failure={failure}
          exported={exported}
          onClose={() => {
            setFailure(null);
            setExported(null);
            rest();
          }}
        />
        {replaying !== null && (
          <ReplayDialog sample={replaying} onClose={() => setReplaying(null)} />
        )}
        {open === "paste" && <PasteDialog onClose={() => setOpen(null)} />}
        {open === "verify" && <VerifyDialog onClose={() => setOpen(null)} />}
        {forgetting !== null && (
          <ForgetDialog
            forgetting={forgetting}
            onClose={() => setForgetting(null)}
            onForgot={changed}
          />
        )}
        {asking && (
          <ExportDialog
            choices={choices()}
            onClose={() => setAsking(false)}
            onExport={(selection, kind) => void exportNow(selection, kind)}
          />
        )}
      </>
    ),
    more: [
      {
        id: "verify",
        label: t("history.do.verify"),
        icon: LinkIcon,
        onSelect: () => setOpen("verify"),
      },
      {
        id: "paste",
        label: t("history.do.paste"),
        icon: ReplayIcon,
        onSelect: () => setOpen("paste"),
      },
      {
        id: "import",
        label: t("history.do.import"),
        icon: ImportIcon,
        onSelect: () => void send("history.import").then(said),
      },
    ],
    exportMany: imported === null ? () => setAsking(true) : null,
    forgetMany:
      imported !== null || marked.ids.size === 0
        ? null
        : () => setForgetting({ ids: [...marked.ids], mediaOnly: false }),
  };

  async function saveFixture(id: string): Promise<void> {
    const result = await send("fixtures.save", id);
    said(result);
    if (result.ok && result.value !== null) setExported({ items: 1, ...result.value });
  }

  async function saveReport(of: HistoryItem): Promise<void> {
    const { sample } = of;
    // The dialog cuts it shorter; the names are foreign.
    const name = `${sample.asker.name} ${callName(sample)}`.slice(0, 200);
    const result = await send("history.report", sample.id, name, reportPlanOf(t, of, Date.now()));
    said(result);
    if (result.ok) setExported(result.value);
  }
}

/** Its server got an answer. */
const isAnswered = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";

const callOf = ({ origin }: Sample): OriginCall | null =>
  origin.kind === "certain" ? origin.call : null;
const callName = (sample: Sample): string => callOf(sample)?.name ?? "";

/** Makes the same call with the same arguments; the run is opened. */
async function callAgain({ id }: Sample) {
  const result = await send("history.callAgain", id);
  if (result.ok) openRun(result.value);
  return result;
}
