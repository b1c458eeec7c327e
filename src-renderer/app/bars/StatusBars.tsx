// Notices above the rooms: the ledger, budgets, requests pending before rules, faults, servers that need attention.
import { useMemo, useState } from "react";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { useMirror } from "#data/mirror.ts";
import {
  decideBacklog,
  leaveBacklog,
  dismissBacklogResult,
  useRulesBacklog,
} from "#data/requests/rulesBacklog.ts";
import { needsApproval, reviewedKind, reviewServers } from "#data/approval.ts";
import { openServer, useView, view } from "#data/view.ts";
import type { Action, Screen } from "#data/view.ts";
import { backlogGuardKey } from "#shared/rules/judge/backlog.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { KeyIcon, TerminalIcon } from "#kit/controls/icons.ts";
import { WaitingBar } from "./WaitingBar.tsx";
import { FixturesBar } from "./FixturesBar.tsx";
import { BudgetBar } from "./BudgetBar.tsx";
import { TeamBar } from "./TeamBar.tsx";
import { LedgerBar } from "./LedgerBar.tsx";
import { UpdateBar } from "./UpdateBar.tsx";

/** Notices for the user above every room, the most serious first. */
export function StatusBars({ screen }: { screen: Screen }) {
  return (
    <>
      <LedgerBar />
      <TeamBar />
      <NotOpened />
      <BudgetBar />
      <BeforeRules />
      <Faults />
      <FixturesBar />
      <Unconfirmed isHere={screen === "servers"} />
      {screen !== "servers" && <AsksToSignIn />}
      <UpdateBar />
    </>
  );
}

/** Requests pending before the current rules applied; also an action in the palette. */
function BeforeRules() {
  const t = useT();
  const waiting = useRulesBacklog();
  const count = waiting.kind === "fits" ? waiting.would.length : 0;
  const guard = useDecisionGuard(backlogGuardKey(waiting));
  const off = !guard.isOn;
  const actions = useMemo(
    (): Action[] =>
      count === 0
        ? []
        : [
            {
              id: "decide-waiting",
              group: "app",
              label: t("rules.waiting.decide", { count }),
              disabled: off,
              run: () => guard.run(decideBacklog),
            },
          ],
    [t, count, off, guard],
  );
  useActions("waiting", actions);
  return (
    <WaitingBar
      waiting={waiting}
      onDecide={decideBacklog}
      onLeave={leaveBacklog}
      onRead={dismissBacklogResult}
    />
  );
}

/** Failures at startup or in the background, until dismissed. */
function Faults() {
  const t = useT();
  const faults = useMirror((state) => state.faults);
  const [read, setRead] = useState(0);
  return faults
    .slice(read)
    .map((fault, index) => (
      <FailureBar
        key={read + index}
        failure={fault}
        tone="warn"
        actions={
          index === 0 && (
            <LinkButton onClick={() => setRead(faults.length)}>{t("common.close")}</LinkButton>
          )
        }
      />
    ));
}

/** A link or notification that opened nothing. */
function NotOpened() {
  const t = useT();
  const notOpened = useView((state) => state.notOpened);
  if (notOpened === null) return null;
  return (
    <Bar
      tone="warn"
      title={t(`shell.notOpened.${notOpened}`)}
      actions={
        <LinkButton onClick={() => view.setState({ notOpened: null })}>
          {t("common.close")}
        </LinkButton>
      }
    >
      {t(`shell.notOpened.${notOpened}Text`)}
    </Bar>
  );
}

/** A server that needs the user to sign in: a call may depend on it. */
function AsksToSignIn() {
  const t = useT();
  const servers = useMirror((state) => state.servers);
  const first = Object.values(servers).find((server) => server.signIn?.step?.kind === "asks");
  if (first === undefined) return null;
  return (
    <Bar
      tone="info"
      icon={KeyIcon}
      title={t("signIn.shell.asks", { name: first.name })}
      actions={
        <LinkButton onClick={() => openServer(first.id)}>{t("signIn.shell.look")}</LinkButton>
      }
    >
      {first.state.kind === "connected" && t("signIn.shell.text")}
    </Bar>
  );
}

/** Servers that need approval: they are not running, so nothing else would report it. */
function Unconfirmed({ isHere }: { isHere: boolean }) {
  const t = useT();
  const servers = useMirror((state) => state.servers);
  const waiting = Object.values(servers).filter(needsApproval);
  const [first] = waiting;
  const kind = first === undefined ? null : reviewedKind(first);
  const actions = useMemo(
    (): Action[] =>
      kind === null
        ? []
        : [
            {
              id: "review-servers",
              group: "app",
              label: t(`servers.review.${kind}`),
              run: () => reviewServers([]),
            },
          ],
    [t, kind],
  );
  useActions("unconfirmed", actions);
  if (kind === null || isHere) return null;
  return (
    <Bar
      tone="info"
      icon={TerminalIcon}
      title={t("shell.unconfirmed.title", { count: waiting.length })}
      actions={
        <LinkButton onClick={() => reviewServers([])}>{t(`servers.review.${kind}`)}</LinkButton>
      }
    >
      {t("shell.unconfirmed.text")}
    </Bar>
  );
}
