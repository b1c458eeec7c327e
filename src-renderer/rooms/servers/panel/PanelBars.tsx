// Warnings at the top of a server's panel: failures, invalid output, what changed in its identity and tools.
import { LISTED } from "#shared/servers/server.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { identityActions } from "#data/identityActions.ts";
import { DiffBlock } from "#editor/index.ts";
import { IdentityChanges } from "#request/identity/IdentityChanges.tsx";
import { ToolChanges } from "#request/identity/ToolChanges.tsx";
import { useNow } from "#kit/hooks/useNow.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { clock, decimal, mebibytes, timeOfDay } from "#kit/text/time.ts";

export function PanelBars({ server }: { server: ServerView }) {
  const t = useT();
  const { id, state, rubbish, cuts = {}, known } = server;
  const { accept, difference } = identityActions(id);
  return (
    <>
      {state.kind === "needs-confirmation" && state.changed && (
        <Bar tone="warn" title={t("servers.bar.changed")}>
          {t("servers.bar.nothingStarts")}
        </Bar>
      )}
      {state.kind === "failed" && (
        <FailureBar failure={state.failure}>
          {t("servers.bar.tried", { count: state.attempts, at: timeOfDay(state.atMs) })}
        </FailureBar>
      )}
      {state.kind === "reconnecting" && (
        <FailureBar failure={state.failure} tone="warn">
          <NextTry attempt={state.attempt} nextAtMs={state.nextAtMs} />
        </FailureBar>
      )}
      {LISTED.map((list) => {
        const cut = cuts[list];
        return (
          cut !== undefined && (
            <Bar key={list} tone="warn" title={t(`servers.bar.cut.${list}`, { count: cut.kept })}>
              {t(`servers.bar.cutWhy.${cut.limit}`, {
                most: cut.limit === "bytes" ? mebibytes(t, cut.most) : decimal(cut.most),
              })}
            </Bar>
          )
        );
      })}
      {rubbish.count > 0 && (
        <Bar tone="warn" title={t("servers.bar.rubbish", { count: rubbish.count })} quiet>
          {t(
            server.endpoint.kind === "stdio"
              ? "servers.bar.rubbishWhy"
              : "servers.bar.rubbishStream",
          )}
          {rubbish.last !== null && (
            <div>
              <Quote cut>{rubbish.last}</Quote>
            </div>
          )}
        </Bar>
      )}
      {/* A change to confirm before a start is shown in that dialog instead. */}
      {known !== undefined && state.kind !== "needs-confirmation" && (
        <IdentityChanges changes={known.changed} known={known} onAccept={accept} />
      )}
      {known !== undefined && (
        <ToolChanges
          changed={known.tools.changed}
          known={known}
          onAccept={accept}
          onLook={difference}
          diff={DiffBlock}
        />
      )}
    </>
  );
}

function NextTry({ attempt, nextAtMs }: { attempt: number; nextAtMs: number }) {
  const t = useT();
  const now = useNow();
  return t("servers.bar.nextTry", { count: attempt, left: clock(nextAtMs - now) });
}
