// The findings of a request or response by group: reason, place and actions. First in the side panel, even if there
// are none.
import { KEYS } from "#shared/shortcuts.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { Finding } from "#shared/findings/findings.ts";
import { FINDING_KINDS, findingKinds } from "#shared/findings/kinds.ts";
import { isSerious, tallyOf } from "#shared/findings/tally.ts";
import { isRemovable } from "#shared/findings/characters/removal.ts";
import { FINDING_GROUPS } from "#shared/findings/groups.ts";
import type { FindingGroup } from "#shared/findings/groups.ts";
import type { Flag } from "#shared/request/document/flag.ts";
import type { FindingsResult } from "#data/findings.ts";
import { useMirror } from "#data/mirror.ts";
import { openSettings } from "#data/view.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, CheckIcon, WarnIcon } from "#kit/controls/icons.ts";
import { SideRow } from "../SideRow.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { FindingLine, findingPlace, placeWords } from "./FindingLine.tsx";
import { FixButton } from "./FlagLines.tsx";
import { rowOf } from "./findingActions.ts";
import { FindingWords } from "./FindingWords.tsx";
import { foundWords, restWords } from "./foundWords.ts";
import type { Serious } from "./useSerious.ts";
import type { Redaction } from "../redaction/useRedaction.ts";
import s from "./Findings.module.css";
import { Hint } from "#kit/text/Text.tsx";
import { Stack } from "#kit/layout/Stack.tsx";

const noFlags: readonly Flag[] = [];
const noNotes: readonly string[] = [];
/** A server can cause any number of findings; the rest is listed on demand. */
const atOnce = 100;

export interface FindingsPanelProps {
  looked: FindingsResult;
  /** How many findings the user's edits removed. */
  settled?: number;
  /** Protocol faults and oddities of the document. */
  flags?: readonly Flag[];
  /** Warnings of a kind of request, a sentence each. */
  notes?: readonly string[];
  /** What was changed since an earlier turn, in words. */
  changes?: { count: number; what: string } | undefined;
  /** What was scanned, in words. */
  what: string;
  onJump: (place: Finding | Flag) => void;
  /** Nothing to scan yet: a model is generating, or the user has not written anything. */
  pending?: boolean | "writing";
  /** Removes characters; undefined if the document is read only. */
  onRemove?: ((findings: readonly Finding[]) => void) | undefined;
  /** Redaction; undefined if nothing goes to a model. */
  redaction?: Redaction | undefined;
  /** Undefined if nothing is approved here. */
  serious?: Serious | undefined;
}

export function FindingsPanel(props: FindingsPanelProps) {
  const { looked, settled = 0, flags = noFlags, notes = noNotes } = props;
  const { what, pending = false, serious, changes } = props;
  const t = useT();
  const [allFlags, setAllFlags] = useState(false);
  const shownFlags = allFlags ? flags : flags.slice(0, atOnce);
  const grave = tallyOf(looked).serious > 0;
  const count =
    looked.findings.length + looked.more + flags.length + notes.length + (changes?.count ?? 0);
  return (
    <SideRow
      id="findings"
      label={t("common.findings")}
      keys={KEYS.findings}
      value={
        <Answer
          looked={looked}
          settled={settled}
          pending={pending}
          serious={serious}
          flags={flags.length}
          notes={notes.length}
          changes={changes?.count ?? 0}
        />
      }
      why={changes?.what ?? notes[0]}
      tone={grave ? "danger" : count > 0 || looked.state === "late" ? "warn" : undefined}
      opens={grave}
      stays={serious !== undefined && serious.unseen > 0}
    >
      {pending === true && <Hint above>{t("review.findings.pending")}</Hint>}
      {pending === false && <State looked={looked} count={count} what={what} />}
      {notes.map((note) => (
        <Hint above key={note}>
          {note}
        </Hint>
      ))}
      <Stack>
        {shownFlags.map((flag, index) => (
          <FindingLine
            key={index}
            danger={flag.severity === "error"}
            title={t(`failures.flags.${flag.code}`)}
            place={placeWords(t, flag.path)}
            onJump={() => props.onJump(flag)}
          >
            {flag.detail !== undefined && flag.detail !== "" && <Quote cut>{flag.detail}</Quote>}{" "}
            <FixButton flag={flag} />
          </FindingLine>
        ))}
        {shownFlags.length < flags.length && (
          <Hint above>
            <LinkButton onClick={() => setAllFlags(true)}>
              {t("content.flags.more", { count: flags.length - shownFlags.length })}
            </LinkButton>
          </Hint>
        )}
      </Stack>
      <Groups {...props} />
      {looked.more > 0 && <Hint above>{t("findings.more", { count: looked.more })}</Hint>}
      {(looked.unscanned ?? 0) > 0 && (
        <Hint above>{t("findings.unseen", { count: looked.unscanned ?? 0 })}</Hint>
      )}
      {pending === false && <LookedFor />}
    </SideRow>
  );
}

/** Says "none" only if everything was scanned. */
function Answer({
  looked,
  flags,
  notes,
  changes,
  settled,
  pending,
  serious,
}: {
  looked: FindingsResult;
  flags: number;
  notes: number;
  changes: number;
  settled: number;
  pending: boolean | "writing";
  serious: Serious | undefined;
}) {
  const t = useT();
  const { state, unscanned = 0 } = looked;
  const { serious: grave, all } = tallyOf(looked);
  if (pending !== false) {
    const when = pending === "writing" ? "asYouWrite" : "later";
    return <span className="ink3">{t(`review.findings.${when}`)}</span>;
  }
  if (all + flags + notes + changes > 0) {
    const reviewed = grave > 0 && serious?.unseen === 0 ? [t("review.serious.seen")] : [];
    const words = grave > 0 ? t("review.serious.count", { count: grave }) : foundWords(t, looked);
    const [first, ...rest] = [
      words,
      ...reviewed,
      ...restWords(t, looked, { flags, notes, changes }),
    ].filter(Boolean);
    return (
      <>
        <Icon of={grave > 0 ? AttentionIcon : WarnIcon} /> <span className={s.whole}>{first}</span>
        {rest.length > 0 && <span className={cx(s.reviewed, "cut")}>· {rest.join(" · ")}</span>}
      </>
    );
  }
  if (settled > 0) return t("review.findings.settled", { count: settled });
  if (state === "looking") return <span className="ink3">{t("findings.looking")}</span>;
  if (state === "late" || unscanned > 0) return t("common.notFullyScanned");
  return (
    <>
      <Icon of={CheckIcon} className="ok" /> {t("review.findings.no")}
    </>
  );
}

/**
 * Always rendered, so that screen readers announce changes. With findings listed, only the heading shows a running
 * scan: a line that comes and goes on every edit would shift what the user is about to click.
 */
function State({
  looked: { state, lateCount },
  count,
  what,
}: {
  looked: FindingsResult;
  count: number;
  what: string;
}) {
  const t = useT();
  return (
    <Hint above className={s.line} role="status">
      {state === "looking" && count === 0 && t("findings.looking")}
      {state === "late" && <span className="warn">{t("findings.late")}</span>}
      {state === "done" &&
        lateCount !== undefined &&
        t("findings.cameLate", { count: lateCount })}{" "}
      {state === "done" && count === 0 && (
        <>
          <Icon of={CheckIcon} /> {t("review.findings.none", { what })}
        </>
      )}
    </Hint>
  );
}

function Groups({ looked, onJump, onRemove, redaction, serious }: FindingsPanelProps) {
  const t = useT();
  const [whole, setWhole] = useState(false);
  // Serious findings are always listed, as the user must see each.
  const shown = whole
    ? looked.findings
    : looked.findings.filter((finding, at) => at < atOnce || isSerious(finding));
  return (
    <>
      {FINDING_GROUPS.map((group) => {
        const own = shown.filter(({ kind }) => FINDING_KINDS[kind].group === group);
        if (own.length === 0) return null;
        const listed = looked.findings.filter(({ kind }) => FINDING_KINDS[kind].group === group);
        const removable = looked.findings.filter(isRemovable);
        return (
          <div
            key={group}
            className={s.group}
            role="group"
            aria-label={t(`findings.group.${group}`)}
          >
            <p className={s.groupName}>
              {t(`findings.group.${group}`)} <span className="ink3">{listed.length}</span>
            </p>
            {group === "characters" && onRemove !== undefined && removable.length > 1 && (
              <LinkButton small onClick={() => onRemove(removable)}>
                {t("findings.removeAll", { count: charactersOf(removable) })}
              </LinkButton>
            )}
            {redaction !== undefined && <RedactAll group={group} redaction={redaction} />}
            <Stack>
              {own.map((finding, index) => (
                <FindingLine
                  key={index}
                  danger={isSerious(finding)}
                  seen={isSerious(finding) && serious?.isSeen(finding) === true}
                  at={rowOf(finding)}
                  tone={t(`findings.severity.${finding.severity}`)}
                  title={t(`findings.kind.${finding.kind}.title`)}
                  place={findingPlace(t, finding)}
                  onJump={() => onJump(finding)}
                >
                  <FindingWords finding={finding} />{" "}
                  {onRemove !== undefined && isRemovable(finding) && (
                    <LinkButton onClick={() => onRemove([finding])}>
                      {t("common.remove")}
                    </LinkButton>
                  )}
                  {redaction !== undefined && redactOne(t, finding, redaction)}
                </FindingLine>
              ))}
            </Stack>
          </div>
        );
      })}
      {shown.length < looked.findings.length && (
        <Hint above>
          <LinkButton onClick={() => setWhole(true)}>
            {t("findings.showAll", { count: looked.findings.length - shown.length })}
          </LinkButton>
        </Hint>
      )}
    </>
  );
}

/** Redacts all values of a group. */
function RedactAll({ group, redaction }: { group: FindingGroup; redaction: Redaction }) {
  const t = useT();
  const values = redaction.valuesIn(group);
  if (values.length < 2) return null;
  const off = redaction.offIn(group);
  const open = values.filter(({ value }) => !redaction.has(value));
  const all = redaction.more > 0 ? "redaction.allListed" : "redaction.replaceAll";
  return (
    <>
      {open.length > 0 ? (
        <LinkButton small onClick={() => redaction.add(open)}>
          {t(all, { count: values.length })}
        </LinkButton>
      ) : (
        <LinkButton small onClick={() => redaction.drop(values)}>
          {t("redaction.keepAll")}
        </LinkButton>
      )}
      {off > 0 && <Hint above>{t("redaction.alsoOff", { count: off })}</Hint>}
      {redaction.more > 0 && <Hint above>{t("redaction.unlisted")}</Hint>}
    </>
  );
}

/** Redacts a value everywhere. */
function redactOne(t: T, finding: Finding, redaction: Redaction): ReactNode {
  const value = redaction.valueOf(finding);
  if (value === null) return null;
  if (!redaction.has(value.value)) {
    return <LinkButton onClick={() => redaction.add([value])}>{t("redaction.replace")}</LinkButton>;
  }
  return (
    <>
      <b>{t("redaction.chosen")}</b>{" "}
      <LinkButton onClick={() => redaction.drop([value])}>{t("redaction.keep")}</LinkButton>
    </>
  );
}

const charactersOf = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { count = 1 }) => sum + count, 0);

/** Lists what was checked, so that "no findings" is not taken for more. */
function LookedFor() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const off = useMirror((state) => state.settings.findingsOff);
  return (
    <div className={s.looked}>
      <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? "review.findings.hideList" : "review.findings.showList")}
      </LinkButton>
      {open && (
        <ul>
          {FINDING_GROUPS.map((group) => (
            <li key={group}>
              <b>{t(`findings.group.${group}`)}</b>{" "}
              {findingKinds
                .filter((kind) => FINDING_KINDS[kind].group === group && !off.includes(kind))
                .map((kind) => t(`findings.kind.${kind}.title`))
                .join(" · ")}
            </li>
          ))}
          <li className="ink3">{t("findings.settings.nothingElse")}</li>
          <li>
            {off.length > 0 && `${t("findings.offCount", { count: off.length })} `}
            <LinkButton onClick={() => openSettings("findings")}>{t("findings.choose")}</LinkButton>
          </li>
        </ul>
      )}
    </div>
  );
}
