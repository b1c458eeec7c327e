// What a retention setting would delete, previewed while it is being edited.
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { invoke } from "./bridge/desk.ts";
import type { Result } from "#shared/contract/contract.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";

/** Debounce in milliseconds: each preview reads the ledger. */
const TYPED_MS = 350;

export type RetentionPreview = Result<"retention.preview"> | null;

/**
 * @param retention null for invalid input, or if no preview is wanted
 * @param stands changes when the preview must be repeated
 * @returns null until the first result
 */
export function useRetentionPreview(
  serverId: string | null,
  retention: Retention | null,
  stands?: number,
): RetentionPreview {
  const isAsked = retention !== null;
  const { days = null, megabytes = null, textOnly = false } = retention ?? {};
  const asked = useMemo(
    () => (isAsked ? { serverId, retention: { days, megabytes, textOnly }, stands } : null),
    [isAsked, serverId, days, megabytes, textOnly, stands],
  );
  return usePreview(asked, (one) => invoke("retention.preview", one.serverId, one.retention));
}

/** A preview of deleting requests by id. */
export function useDeletionPreview(ids: readonly string[], mediaOnly: boolean): RetentionPreview {
  const asked = useMemo(() => ({ ids, mediaOnly }), [ids, mediaOnly]);
  return usePreview(asked, (one) => invoke("retention.weigh", [...one.ids], one.mediaOnly));
}

function usePreview<Asked>(
  asked: Asked | null,
  ask: (asked: Asked) => Promise<Result<"retention.preview">>,
): RetentionPreview {
  const [latest, setLatest] = useState<{ asked: Asked; reach: RetentionPreview } | null>(null);
  const asking = useEffectEvent(ask);
  useEffect(() => {
    if (asked === null) return undefined;
    let isOvertaken = false;
    const timer = setTimeout(() => {
      void asking(asked).then((reach) => {
        // Main has overtaken it by a later one.
        const isCancelled = !reach.ok && reach.failure.kind === "cancelled";
        if (!isOvertaken && !isCancelled) setLatest({ asked, reach });
      });
    }, TYPED_MS);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return latest !== null && latest.asked === asked ? latest.reach : null;
}
