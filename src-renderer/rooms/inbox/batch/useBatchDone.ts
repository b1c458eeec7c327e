// A batch that left nothing to decide together gives way to one request.
import { useEffect, useEffectEvent, useRef } from "react";
import { useT } from "#words/index.ts";
import { mirror, useMirror } from "#data/mirror.ts";
import { useView } from "#data/view.ts";
import { notify } from "#data/notice.ts";
import { closeBatch, useBatch } from "#data/requests/batch.ts";
import { clearMultiSelection } from "#data/requests/multiSelection.ts";
import { stageOf } from "#data/select.ts";

/** @param onDone opens what comes after these requests, which were approved, rejected or dismissed */
export function useBatchDone(
  ids: ReadonlySet<string>,
  onDone: (ids: ReadonlySet<string>) => void,
): void {
  const t = useT();
  const batch = useBatch();
  const running = batch?.state === "running";
  /** The selection when the decision began: if it has changed since, the user has moved on, so keep it. */
  const begun = useRef<ReadonlySet<string> | null>(null);
  const begin = useEffectEvent(() => (begun.current = ids));
  useEffect(() => {
    if (running) begin();
  }, [running]);
  const left = useMirror(({ requests }) =>
    [...(begun.current ?? [])].some((id) => {
      const request = requests[id];
      return request !== undefined && stageOf(request) === "request";
    }),
  );
  useEffect(() => {
    if (batch?.state !== "ended" || batch.failed.length > 0) return;
    if (left || begun.current !== ids || ids.size === 0) return;
    begun.current = null;
    closeBatch();
    clearMultiSelection();
    notify({ says: t(`batch.ended.${batch.kind}`, { done: batch.done, total: batch.total }) });
    if (batch.kind !== "reject" || mirror.getState().settings.advance) onDone(ids);
  });
}

/** The same for a session's page, where all that was allowed together is gone. */
export function useSessionDone(onDone: () => void): void {
  const t = useT();
  const batch = useBatch();
  const key = useView(({ session }) => session?.key ?? null);
  const begun = useRef<string | null>(null);
  useEffect(() => {
    if (batch?.state === "running") begun.current ??= key;
    const isDone = batch?.state === "ended" && batch.failed.length === 0;
    const isHere = begun.current !== null && begun.current === key;
    if (batch?.state !== "running") begun.current = null;
    if (!isDone || !isHere) return;
    closeBatch();
    notify({ says: t(`batch.ended.${batch.kind}`, { done: batch.done, total: batch.total }) });
    if (mirror.getState().settings.advance) onDone();
  });
}
