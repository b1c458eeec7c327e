// From a request to the message that it came as, in the traffic of its server.
import { useMemo } from "react";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../i18n/index.ts";
import { useActions } from "../../state/actions.ts";
import type { Action } from "../../state/actions.ts";
import { openTraffic } from "../../state/view.ts";

/** Offers it in the palette. An embedded request came inside of an answer: there its server's traffic is shown. */
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
