// Bars above the rooms: the record, budgets, what waited before rules, faults, what servers wait for.
import { useMemo, useState } from "react";
import { useArm } from "../hand/useArm.ts";
import { useT } from "../i18n/index.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { useMirror } from "../state/mirror.ts";
import { decideWaiting, leaveWaiting, readWaiting, useWaiting } from "../state/requests/waiting.ts";
import { needsApproval, reviewedKind, reviewServers } from "../state/approval.ts";
import { openServer, useView, view } from "../state/view.ts";
import type { Screen } from "../state/view.ts";
import { waitingGuard } from "../../src-shared/policy/judge/waiting.ts";
import { LinkButton } from "../ui/controls/Button.tsx";
import { Bar } from "../ui/layout/Bar.tsx";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import { KeyIcon, TerminalIcon } from "../ui/controls/icons.ts";
import { WaitingBar } from "../components/requests/WaitingBar.tsx";
import { FixturesBar } from "./FixturesBar.tsx";
import { BudgetBar } from "./BudgetBar.tsx";
import { LedgerBar } from "./LedgerBar.tsx";
import { WaitingQuestion } from "./WaitingQuestion.tsx";

/** Above every room: what a person should know now, the gravest first. */
export function News({ screen }: { screen: Screen }) {
  return (
    <>
      <LedgerBar />
      <NotOpened />
      <BudgetBar />
      <BeforeRules />
      <Faults />
      <FixturesBar />
      <Unconfirmed isHere={screen === "servers"} />
      {screen !== "servers" && <AsksToSignIn />}
      <WaitingQuestion />
    </>
  );
}

/** What waited before rules held that hold now; also from the palette, as the bar says it. */
function BeforeRules() {
  const t = useT();
  const waiting = useWaiting();
  const count = waiting.kind === "fits" ? waiting.would.length : 0;
  const arm = useArm(waitingGuard(waiting));
  const off = !arm.isOn;
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
              run: () => arm.by(decideWaiting),
            },
          ],
    [t, count, off, arm],
  );
  useActions("waiting", actions);
  return (
    <WaitingBar
      waiting={waiting}
      onDecide={decideWaiting}
      onLeave={leaveWaiting}
      onRead={readWaiting}
    />
  );
}

/** What went wrong at the start or behind the scenes, until the person has read it. */
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

/** A link or notification that led to nothing. */
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

/** A server that waits for a sign-in: a call may wait with it, wherever it was made. */
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

/** Servers that need approval: nothing of them runs, so nothing else would say it. */
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
              ...{ id: "review-servers", group: "app", label: t(`servers.review.${kind}`) },
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
