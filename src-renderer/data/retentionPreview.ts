// What a retention setting would delete, previewed while it is being edited.
import { useEffect, useState } from "react";
import { invoke } from "./bridge/desk.ts";
import type { Result } from "#shared/ipc/contract.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";

/** Debounce in milliseconds: each preview reads the ledger. */
const TYPED_MS = 350;

export type RetentionPreview = Result<"keeping.preview"> | null;

/**
 * @param retention null for invalid input, or if no preview is wanted
 * @param stands changes when the preview must be repeated
 * @returns null until the first result
 */
export function useRetentionPreview(
  serverId: string | null,
  retention: Retention | null,
  stands: unknown = null,
): RetentionPreview {
  return useAsked(retention === null ? null : JSON.stringify([serverId, retention, stands]), () =>
    retention === null ? null : invoke("keeping.preview", serverId, retention),
  );
}

/** A preview of deleting requests by id. */
export function useDeletionPreview(ids: readonly string[], mediaOnly: boolean): RetentionPreview {
  return useAsked(JSON.stringify([ids.length, ids[0], mediaOnly]), () =>
    invoke("keeping.weigh", [...ids], mediaOnly),
  );
}

function useAsked(
  key: string | null,
  ask: () => Promise<Result<"keeping.preview">> | null,
): RetentionPreview {
  const [answer, setAnswer] = useState<{ key: string; reach: RetentionPreview } | null>(null);
  useEffect(() => {
    if (key === null) return;
    let gone = false;
    const timer = setTimeout(() => {
      void ask()?.then((reach) => {
        // Overtaken by a later request.
        const overtaken = !reach.ok && reach.failure.kind === "cancelled";
        if (!gone && !overtaken) setAnswer({ key, reach });
      });
    }, TYPED_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // The key covers everything `ask` depends on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return answer?.key === key ? answer.reach : null;
}
