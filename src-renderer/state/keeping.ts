// What rules of how long content is kept would take: asked while they are typed, the last answer shown.
import { useEffect, useState } from "react";
import { invoke } from "../bridge/desk.ts";
import type { Result } from "../../src-shared/ipc/contract.ts";
import type { Retention } from "../../src-shared/servers/policy/retention.ts";

/** How long nothing is typed before it is asked: each answer reads the record. */
const TYPED_MS = 350;

export type Reach = Result<"keeping.preview"> | null;

/**
 * @param retention null: what is typed cannot be read, or nothing is to be asked
 * @param stands changes when it is to be asked anew
 * @returns null until the first answer is there
 */
export function useReach(
  serverId: string | null,
  retention: Retention | null,
  stands: unknown = null,
): Reach {
  return useAsked(retention === null ? null : JSON.stringify([serverId, retention, stands]), () =>
    retention === null ? null : invoke("keeping.preview", serverId, retention),
  );
}

/** The same for requests that are to be forgotten by name. */
export function useWeight(ids: readonly string[], mediaOnly: boolean): Reach {
  return useAsked(JSON.stringify([ids.length, ids[0], mediaOnly]), () =>
    invoke("keeping.weigh", [...ids], mediaOnly),
  );
}

function useAsked(key: string | null, ask: () => Promise<Result<"keeping.preview">> | null): Reach {
  const [answer, setAnswer] = useState<{ key: string; reach: Reach } | null>(null);
  useEffect(() => {
    if (key === null) return;
    let gone = false;
    const timer = setTimeout(() => {
      void ask()?.then((reach) => {
        // Overtaken by a later one.
        const overtaken = !reach.ok && reach.failure.kind === "cancelled";
        if (!gone && !overtaken) setAnswer({ key, reach });
      });
    }, TYPED_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // `ask` says nothing that the key does not say.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return answer?.key === key ? answer.reach : null;
}
