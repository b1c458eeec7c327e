// After a reply or rejection, opens the next pending request; if there is none, the next one to arrive, unless the
// user has done something else meanwhile.
import { useEffect, useRef } from "react";
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { mirror, useMirror } from "#data/mirror.ts";
import { notify } from "#data/notice.ts";
import { isOpen } from "#data/select.ts";
import {
  endAdvance,
  releasePinnedRows,
  resetAdvance,
  useAdvancingFrom,
} from "#data/requests/advance.ts";
import { openHistoryItem, openRequest, useView, view } from "#data/view.ts";
import { DecisionGlyph, DecisionText } from "./DecisionNotice.tsx";
import { nextPending } from "./next.ts";
import { isItem } from "../rows.ts";
import type { InboxRow } from "../rows.ts";

/** @param onMoved moves the focus if the removed content had it */
export function useAdvance({
  rows,
  fitting,
  onMoved,
}: {
  rows: readonly InboxRow[];
  fitting: readonly HeldRequest[];
  onMoved: () => void;
}): void {
  const t = useT();
  const isOn = useMirror((state) => state.settings.advance);
  const from = useAdvancingFrom();
  useEffect(() => resetAdvance, []);
  useUndisturbed(from);
  useListChange(rows);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (from === null) return;
    if (!isOn || view.getState().requestId !== from) return endAdvance();
    const next = nextPending(rows, fitting, from);
    if (next === null) return;
    endAdvance();
    const request = mirror.getState().requests[from];
    if (request !== undefined) {
      notify({
        icon: <DecisionGlyph request={request} />,
        says: <DecisionText request={request} />,
        action: { label: t("inbox.decided.history"), run: () => openHistoryItem(from) },
      });
    }
    moved.current = next;
    openRequest(next);
  }, [t, isOn, from, rows, fitting]);
  const selectedId = useView((state) => state.requestId);
  useEffect(() => {
    if (moved.current === null || moved.current !== selectedId) return;
    moved.current = null;
    if (document.activeElement === document.body) onMoved();
  });
}

/** A press, a key or a scroll means that the user has moved on: nothing opens on its own any more. */
function useUndisturbed(from: string | null): void {
  useEffect(() => {
    if (from === null) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (!event.repeat && !MODIFIERS.has(event.key)) endAdvance();
    };
    const options = { capture: true, passive: true };
    window.addEventListener("keydown", onKey, options);
    window.addEventListener("pointerdown", endAdvance, options);
    window.addEventListener("wheel", endAdvance, options);
    return () => {
      window.removeEventListener("keydown", onKey, options);
      window.removeEventListener("pointerdown", endAdvance, options);
      window.removeEventListener("wheel", endAdvance, options);
    };
  }, [from]);
}

const MODIFIERS: ReadonlySet<string> = new Set(["Control", "Shift", "Alt", "Meta"]);

/** Pinned ended rows are released once another request enters the list. */
function useListChange(rows: readonly InboxRow[]): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const keys = new Set(rows.flatMap((row) => (isOpenRow(row) ? row.key : [])));
    const isNew = known.current.size > 0 && [...keys].some((key) => !known.current.has(key));
    known.current = keys;
    if (isNew) releasePinnedRows();
  }, [rows]);
}

const isOpenRow = (row: InboxRow): boolean => isItem(row) && isOpen(row.request);
