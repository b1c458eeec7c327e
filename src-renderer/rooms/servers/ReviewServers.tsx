// Reviews servers one after the other, then shows the state of those that were confirmed.
import { useState } from "react";
import type { ServerView } from "#shared/servers/server.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { firstWorkbenchItem, openWorkbench, send, sendDecision } from "#data/commands.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { Button } from "#kit/controls/Button.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { ConfirmStart } from "./ConfirmStart.tsx";
import { reviewQueue } from "./order.ts";
import { stateWords } from "./panel/stateWords.ts";

export function ReviewServers({
  ids,
  servers,
  onClose,
}: {
  ids: readonly string[];
  servers: readonly ServerView[];
  onClose: () => void;
}) {
  const [approved, setApproved] = useState<readonly string[]>([]);
  const { failure, tell } = useAction();
  const [at, setAt] = useState<string | null>(null);
  const queue = reviewQueue(
    ids.filter((id) => !approved.includes(id)),
    servers,
  );
  // Stay on the current server even if others need confirmation meanwhile.
  const asking = queue.find(({ id }) => id === at) ?? queue[0];
  if (asking !== undefined && asking.id !== at) setAt(asking.id);
  if (asking === undefined) {
    const started = servers.filter(({ id }) => approved.includes(id));
    return started.length === 0 ? null : <Approved servers={started} onClose={onClose} />;
  }
  const start = async (token: DecisionToken, hash: string): Promise<void> => {
    const { id } = asking;
    setApproved((before) => [...before, id]);
    const result = await sendDecision(token, "servers.confirm", id, hash);
    tell(result);
    if (!result.ok) setApproved((before) => before.filter((one) => one !== id));
  };
  return (
    <ConfirmStart
      server={asking}
      more={queue.length - 1}
      failure={failure}
      onStart={(token, hash) => void start(token, hash)}
      onRefuse={() => void send("servers.enable", asking.id, false)}
      onClose={onClose}
    />
  );
}

/** The state of the confirmed servers, and a button to the Workbench. */
function Approved({ servers, onClose }: { servers: readonly ServerView[]; onClose: () => void }) {
  const t = useT();
  const first = useFirstFocus<HTMLButtonElement>();
  const ready = servers.find(
    (server) => server.state.kind === "connected" && firstWorkbenchItem(server) !== undefined,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("servers.approved.title", { count: servers.length })}
      foot={
        <>
          <Button onClick={onClose}>{t("common.close")}</Button>
          <Button
            ref={first}
            level="primary"
            keys={KEYS.confirm}
            aria-disabled={ready === undefined}
            onClick={() => ready !== undefined && openWorkbench(ready)}
          >
            {t("servers.runTool")}
          </Button>
        </>
      }
    >
      <Stack as="ul" gap={8} aria-label={t("servers.approved.list")} aria-live="polite">
        {servers.map((server) => {
          const { dot, words, tone } = stateWords(t, server);
          return (
            <Row as="li" key={server.id}>
              <Dot state={dot} />
              <b className="cut">{server.name}</b>
              <span className={tone === "quiet" ? "ink2" : tone}>
                {words}
                {server.state.kind === "connected" &&
                  ` · ${t("common.countTools", { count: server.tools.length })}`}
              </span>
            </Row>
          );
        })}
      </Stack>
    </Dialog>
  );
}
