// A session of an agent on one page: what it holds, the reads that one decision allows, and what stays and why. Each
// decision is an ordinary one of its own.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { pathWithin } from "#shared/agents/pathWithin.ts";
import { actionIn, heldActionResponse } from "#shared/request/kinds/action/document.ts";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import { fail } from "#shared/outcome.ts";
import { deadlineOf } from "#shared/request/life/deadline.ts";
import type { Announced } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { decide } from "#data/decide.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { mirror, useMirror } from "#data/mirror.ts";
import { closeBatch, runBatch, useBatch } from "#data/requests/batch.ts";
import type { BatchStep } from "#data/requests/batch.ts";
import { draftKey, draftOf } from "#data/requests/drafts.ts";
import { trackApproval } from "#data/requests/fatigueState.ts";
import { useSessionRequests } from "#data/requests/sessions.ts";
import { isOpen, policyFor } from "#data/select.ts";
import { teamHoldOf } from "#data/team.ts";
import { openRequest } from "#data/view.ts";
import { firstWords } from "#data/words.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, CheckIcon, LedHereIcon, TerminalIcon } from "#kit/controls/icons.ts";
import { cx } from "#kit/cx.ts";
import { Deadline } from "#kit/text/Deadline.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { size } from "#kit/text/time.ts";
import { ChangedLines } from "#request/ChangedLines.tsx";
import { kindGlyphOf } from "#request/kindGlyph.ts";
import { Branch, EarlierActions, SessionTitle } from "#request/sessionParts.tsx";
import { batchGuardKey, versionKey } from "./batchGuard.ts";
import { BatchProgress } from "./BatchProgress.tsx";
import { RejectMany } from "./RejectMany.tsx";
import { useLooks } from "./useBatchPlan.ts";
import { scanKey } from "../scanCache.ts";
import { rowFacts } from "../facts.ts";
import { whyReadStays, whyStays } from "./sessionPlan.ts";
import type { StayReason } from "./sessionPlan.ts";
import b from "./Batch.module.css";
import s from "./SessionPane.module.css";

interface Stays {
  request: HeldRequest;
  why: StayReason;
  /** Findings, and how many of them are serious. */
  found: { all: number; high: number };
}

/** @param reads only those of its reads that are allowed together */
export function SessionPane({ of: key, reads }: { of: string; reads: boolean }) {
  const t = useT();
  const all = useSessionRequests(key);
  const held = useMemo(
    () => all.filter((one) => isOpen(one) && (!reads || whyReadStays(one) === null)),
    [all, reads],
  );
  const { allowed, stays, ready } = usePlan(held);
  const [rejecting, setRejecting] = useState(false);
  const batch = useBatch();
  const guard = useDecisionGuard(batchGuardKey(key, held, versionKey(allowed), ready));
  const stopped = useMirror((state) => state.desk.masterSwitch === "stopped");
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const busy = batch?.state === "running";
  const off = !guard.isOn || !ready || busy || stopped || unrecorded || allowed.length === 0;
  const allow = (): void =>
    guard.run((token) => {
      trackApproval(allowed.length);
      void runBatch(
        "allow",
        allowed.map((request) => stepOf(token, request, ALLOW, isStillRead)),
      );
    });
  const allowLabel = t("session.allow", { count: allowed.length });
  const rejectLabel = t("batch.reject", { count: allowed.length });
  const cantReject = busy || allowed.length === 0;
  useActions("batch", [
    {
      id: "batch-approve",
      group: "request",
      keys: KEYS.approve,
      decides: true,
      label: allowLabel,
      disabled: off,
      run: allow,
    },
    {
      id: "batch-reject",
      group: "request",
      keys: KEYS.reject,
      label: rejectLabel,
      disabled: cantReject,
      run: () => setRejecting(true),
    },
  ]);
  const request = requestOf(all);
  return (
    <section className={b.pane} aria-label={t("session.pane")} data-review="">
      <Band all={all} held={held} />
      {request !== null && <EarlierActions id={request.session.id} />}
      {batch !== null && <BatchProgress batch={batch} onClose={closeBatch} />}
      <div className={b.body} data-leave="paper" tabIndex={-1}>
        {!ready && <p role="status">{t("batch.out.not-yet")}</p>}
        <section>
          <h2>{t("session.goes", { count: allowed.length })}</h2>
          <ul className={cx(b.rows, s.rows)}>
            {allowed.map((request) => (
              <li key={request.id}>
                <Icon of={CheckIcon} className="ok" />
                <What request={request} />
                <span className={s.size}>{sizeOf(t, request)}</span>
              </li>
            ))}
          </ul>
        </section>
        <Staying stays={stays} />
        {held.length === 0 && <p>{t("session.nothing")}</p>}
        {(stopped || unrecorded) && (
          <p className="warn">{t(stopped ? "batch.stopped" : "batch.unrecorded")}</p>
        )}
      </div>
      <footer className={b.actions}>
        <Button disabled={cantReject} onClick={() => setRejecting(true)}>
          {rejectLabel}
        </Button>
        <Sends allowed={allowed.length} stays={stays} folder={request?.session.folder ?? null} />
        <Button
          level="primary"
          fixed
          keys={KEYS.approve}
          data-decides="batch-approve"
          disabled={off}
          onClick={allow}
        >
          {allowLabel}
        </Button>
      </footer>
      {rejecting && (
        <RejectMany
          requests={allowed}
          agent={all[0]?.requester.name ?? ""}
          onKeep={() => setRejecting(false)}
          onReject={(token, note) => {
            setRejecting(false);
            const given = note === "" ? {} : { note };
            const decision: Announced["decision"] = { kind: "reject", tellServer: true, ...given };
            void runBatch(
              "reject",
              allowed.map((request) => stepOf(token, request, decision, () => true)),
            );
          }}
        />
      )}
    </section>
  );
}

const ALLOW: Announced["decision"] = {
  kind: "respond",
  document: heldActionResponse({ verdict: "allow" }),
};

/** One decision, on what was shown. Main reads the file again before it; what has changed since is left to the user. */
function stepOf(
  token: DecisionToken,
  request: HeldRequest,
  decision: Announced["decision"],
  holds: (now: HeldRequest) => boolean,
): BatchStep {
  const { id, revision, askedHash: hash } = request;
  return {
    id,
    decides: { id, base: { revision, hash }, decision },
    run() {
      const now = mirror.getState().requests[id];
      return now === undefined || !holds(now)
        ? Promise.resolve(fail({ kind: "stale" }))
        : decide(token, request, hash, decision);
    },
  };
}

/** Nothing was found in it since, and nothing edited. */
const isStillRead = (now: HeldRequest): boolean =>
  whyReadStays(now) === null &&
  rowFacts(now, mirror.getState().settings.findingsOff).findings.all === 0 &&
  draftOf(draftKey(now.id, { gate: "respond" })) === undefined;

const requestOf = (requests: readonly HeldRequest[]): ActionRequest | null => {
  const document = requests.at(-1)?.proposed ?? null;
  return document === null ? null : actionIn(document);
};

/** What is allowed together and what stays, once each was scanned. @param held oldest first */
function usePlan(held: readonly HeldRequest[]): {
  allowed: readonly HeldRequest[];
  stays: readonly Stays[];
  ready: boolean;
} {
  const { looks, looked } = useLooks(held);
  const pending = held.filter(({ phase }) => phase.kind === "request").length;
  const blocked = useMirror((state) =>
    held
      .map(({ id, requester }) =>
        policyFor(state, requester.serverId)?.control === "stopped"
          ? "stopped"
          : teamHoldOf(state.team, id) === null
            ? ""
            : "team",
      )
      .join(" "),
  );
  return useMemo(() => {
    const by = blocked.split(" ");
    const allowed: HeldRequest[] = [];
    const stays: Stays[] = [];
    for (const [at, request] of held.entries()) {
      const look = looks.get(scanKey(request)) ?? { kind: "waiting" };
      const draft = draftOf(draftKey(request.id, { gate: "respond" }));
      const context = { look, draft, stopped: by[at] === "stopped", teamHolds: by[at] === "team" };
      const why = whyStays(request, context);
      if (why === null) allowed.push(request);
      else stays.push({ request, why, found: look.kind === "found" ? look : { all: 0, high: 0 } });
    }
    return { allowed, stays, ready: looked === pending };
  }, [held, looks, looked, pending, blocked]);
}

/** Agent, name of the session, how long the one waits that is refused first; below, what is held and where. */
function Band({ all, held }: { all: readonly HeldRequest[]; held: readonly HeldRequest[] }) {
  const t = useT();
  const first = mostUrgent(held) ?? all.at(-1);
  const request = requestOf(all);
  const folder = request?.session.folder ?? null;
  return (
    <header className={s.band}>
      <h1 className={s.name}>
        <Icon of={TerminalIcon} size="m" className="ink2" />
        {first?.requester.name}
        <span aria-hidden="true"> › </span>
        <SessionTitle requests={all} />
      </h1>
      {first !== undefined && held.length > 0 && (
        <div className={s.time}>
          <Deadline deadline={deadlineOf(first)} sinceMs={first.receivedAtMs} />
        </div>
      )}
      <p className={s.led}>
        <Icon of={LedHereIcon} />
        <span>{t("session.holds", { count: held.length })}</span>
        {folder !== null && (
          <>
            <span>{t("review.hostFolder")}</span>
            <Quote cut>{folder}</Quote>
            {request?.folder === folder && <Branch of={request} />}
          </>
        )}
      </p>
    </header>
  );
}

/** The one that is refused first, else the oldest. @param requests oldest first */
export const mostUrgent = (requests: readonly HeldRequest[]): HeldRequest | undefined =>
  requests.toSorted(
    (one, other) => (deadlineOf(one)?.atMs ?? Infinity) - (deadlineOf(other)?.atMs ?? Infinity),
  )[0];

function What({ request }: { request: HeldRequest }) {
  const t = useT();
  const glyph = kindGlyphOf(request);
  return (
    <>
      <b className="cut">{glyph !== null && t(glyph.name)}</b>
      <span className="cut">
        <Quote bare>{subjectOf(request)}</Quote>
      </span>
    </>
  );
}

/** A read by its file's real path in the folder; anything else by its first words. */
function subjectOf(held: HeldRequest): string {
  const request = requestOf([held]);
  const folder = request?.session.folder ?? null;
  const real = request?.files[0]?.real;
  if (whyReadStays(held) !== null || folder === null || real === undefined) return firstWords(held);
  return pathWithin(folder, real) ?? real;
}

function sizeOf(t: T, request: HeldRequest): ReactNode {
  const bytes = requestOf([request])?.files[0]?.bytes;
  return bytes === undefined ? null : size(t, bytes);
}

function Staying({ stays }: { stays: readonly Stays[] }) {
  const t = useT();
  if (stays.length === 0) return null;
  return (
    <section>
      <h2>{t("session.stays", { count: stays.length })}</h2>
      <ul className={cx(b.rows, s.rows)}>
        {stays.map(({ request, why, found }) => (
          <li key={request.id}>
            <Icon
              of={found.high > 0 ? AttentionIcon : (kindGlyphOf(request)?.icon ?? AttentionIcon)}
              className={found.high > 0 ? "danger" : "ink2"}
            />
            <What request={request} />
            <span className={cx("xs", found.high > 0 && "danger")}>
              <ChangedLines request={request} className="ink2" /> {reasonOf(t, why, found)}
            </span>
            <LinkButton className="xs" onClick={() => openRequest(request.id)}>
              {t("common.review")}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function reasonOf(t: T, why: StayReason, { all, high }: Stays["found"]): string {
  switch (why) {
    case "findings":
      return high > 0
        ? t("common.countSeriousFindings", { count: high })
        : t("inbox.badge.findings", { count: all });
    case "flags":
    case "stopped":
    case "team":
    case "not-inspected":
    case "not-yet":
    case "edited":
    case "ended":
      return t(`batch.out.${why}`);
    default:
      return t(`session.why.${why}`);
  }
}

function Sends({
  allowed,
  stays,
  folder,
}: {
  allowed: number;
  stays: readonly Stays[];
  folder: string | null;
}) {
  const t = useT();
  const serious = stays.filter(({ found }) => found.high > 0).length;
  const name = folder?.split(/[\\/]/).findLast((part) => part !== "");
  return (
    <div className={b.sends} role="status">
      <p className="cut">
        {t("session.sends", { count: allowed, total: allowed + stays.length })}
        {allowed > 0 && name !== undefined && (
          <>
            {t("session.allIn")} <Quote bare>{name}</Quote>
          </>
        )}
      </p>
      {stays.length > 0 && (
        <p className="cut">
          {t("session.sendsOut", { count: stays.length })}
          {serious > 0 && t("session.serious", { count: serious })}
        </p>
      )}
    </div>
  );
}
