// Joins the inbox to the state: what is listed, what is selected, the keys of the list.
import { useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../i18n/index.ts";
import { firstWords } from "../state/words.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { send } from "../state/commands.ts";
import { onChange, useMirror } from "../state/mirror.ts";
import { isOpen, stageOf } from "../state/select.ts";
import { openSample, useView, view } from "../state/view.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import type { VirtualListHandle } from "../ui/VirtualList.tsx";
import { InboxList } from "./InboxList.tsx";
import { rowsOf, step } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { useArrivals } from "./useArrivals.ts";

/** @param onOpen moves the keyboard into the review */
export function InboxScreen({ onOpen }: { onOpen: () => void }) {
  const samples = useMirror((state) => state.samples);
  const selectedId = useView((state) => state.sampleId);
  const [filter, setFilter] = useState("");
  const filterRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const all = useMemo(() => Object.values(samples), [samples]);
  const arrivals = useArrivals(all.map((sample) => sample.id));
  const sticky = useSticky(selectedId === null ? undefined : samples[selectedId]);
  const listed = useMemo(
    () => all.filter((s) => (arrivals.shows(s.id) || s.id === selectedId) && fits(s, filter)),
    [all, arrivals, selectedId, filter],
  );
  const rows = useMemo(() => rowsOf(listed, sticky), [listed, sticky]);
  useFirstSelection(rows, selectedId);
  const onStep = (by: 1 | -1): void => {
    const at = rows.findIndex((row) => "sample" in row && row.key === selectedId);
    const row = rows[step(rows, at, by)];
    if (row !== undefined && row.kind !== "heading") openSample(row.sample.id);
  };
  useListActions(onStep, onOpen, () => filterRef.current?.focus());
  const ended = all.filter((sample) => !isOpen(sample) && sample.id !== selectedId);
  return (
    <InboxList
      rows={rows}
      selectedId={selectedId}
      filter={filter}
      hidden={all.filter(isOpen).length}
      fresh={arrivals.fresh}
      counts={{
        waiting: all.filter((s) => stageOf(s) === "request" || stageOf(s) === "response").length,
        generating: all.filter((s) => stageOf(s) === "generating").length,
      }}
      filterRef={filterRef}
      listRef={listRef}
      onFilter={setFilter}
      onSelect={openSample}
      onStep={onStep}
      onOpen={onOpen}
      onAdmit={() => {
        arrivals.admitAll();
        listRef.current?.scrollToIndex(0);
      }}
      onScrolled={arrivals.scrolled}
      onTouched={arrivals.touched}
      onClearEnded={
        ended.length === 0 ? null : () => ended.forEach((s) => void send("desk.dismiss", s.id))
      }
    />
  );
}

/** Every word of the filter stands in the server's name, the call, or the first words asked. */
function fits(sample: Sample, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const call = sample.origin.kind === "certain" ? sample.origin.call.name : "";
  const text = `${sample.asker.name} ${call} ${firstWords(sample)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The id of a request that ended while it was looked at: it keeps its place until the person moves on. */
function useSticky(selected: Sample | undefined): string | null {
  const seenOpen = useRef<string | null>(null);
  if (selected === undefined) seenOpen.current = null;
  else if (isOpen(selected)) seenOpen.current = selected.id;
  else if (seenOpen.current !== selected.id) seenOpen.current = null;
  return seenOpen.current;
}

/** Nothing is selected: the first row is, so that what comes is at once in sight. */
function useFirstSelection(rows: readonly InboxRow[], selectedId: string | null): void {
  const first = rows.find((row) => row.kind === "sample" && isOpen(row.sample));
  const firstId = first?.kind === "sample" ? first.sample.id : null;
  useEffect(() => {
    if (selectedId === null && firstId !== null) openSample(firstId);
  }, [selectedId, firstId]);
  // What arrives while nothing is selected is opened in the same drawing.
  useEffect(
    () =>
      onChange((change) => {
        if (change.kind !== "sample" || view.getState().sampleId !== null) return;
        if (isOpen(change.sample)) view.setState({ sampleId: change.sample.id });
      }),
    [],
  );
}

function useListActions(
  onStep: (by: 1 | -1) => void,
  onOpen: () => void,
  onFilter: () => void,
): void {
  const t = useT();
  const now = useRef({ onStep, onOpen, onFilter });
  now.current = { onStep, onOpen, onFilter };
  const actions = useMemo(
    (): Action[] => [
      {
        id: "next",
        group: "request",
        label: t("shell.keys.next"),
        keys: "J",
        hidden: true,
        run: () => now.current.onStep(1),
      },
      {
        id: "previous",
        group: "request",
        label: t("shell.keys.previous"),
        keys: "K",
        hidden: true,
        run: () => now.current.onStep(-1),
      },
      {
        id: "filter",
        group: "app",
        label: t("shell.keys.filter"),
        keys: "/",
        run: () => now.current.onFilter(),
      },
    ],
    [t],
  );
  useActions("inbox", actions);
}
