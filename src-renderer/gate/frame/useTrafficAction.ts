// A command that opens the message of a request in its server's traffic.
import { useMemo } from "react";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/actions.ts";
import { openTraffic } from "#data/view.ts";

/** Registers the command. An embedded request has no message of its own, so the traffic opens without selection. */
export function useTrafficAction({ asker, reply, receivedAtMs }: Sample): void {
  const t = useT();
  const { serverId } = asker;
  const id = reply.kind === "pushed" ? reply.requestId : null;
  const actions = useMemo(
    (): Action[] => [
      {
        id: "to-traffic",
        group: "request",
        label: t("traffic.ofRequest"),
        run: () =>
          openTraffic({
            serverId,
            ...(id === null ? {} : { request: { id, atMs: receivedAtMs } }),
          }),
      },
    ],
    [t, serverId, id, receivedAtMs],
  );
  useActions("to-traffic", actions);
}
