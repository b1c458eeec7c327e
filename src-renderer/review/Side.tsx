// The sections of the side panel, always in the same order: findings first, also when there are none.
import { useState } from "react";
import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import type { CharacterFinding } from "../../src-shared/inspect/findings.ts";
import { LOOKED_FOR } from "../../src-shared/inspect/charSets.ts";
import type { Flag } from "../../src-shared/sampling/flag.ts";
import { LinkButton } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/Icon.tsx";
import { AttentionIcon, CheckIcon, WarnIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import { Section } from "../ui/Section.tsx";
import { MendButton } from "./FlagLines.tsx";
import s from "./Side.module.css";

const noFlags: readonly Flag[] = [];
/** A server may cause any number of them; the rest is one press away, and counted. */
const flagsAtOnce = 100;
const hex = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/** @param settled findings that the person's edit removed; @param what was looked at, in words */
export function FindingsSection({
  findings,
  settled = 0,
  flags = noFlags,
  what,
  onJump,
  pending = false,
}: {
  findings: readonly CharacterFinding[];
  settled?: number;
  /** Oddities and faults of the document, by the protocol's rules. */
  flags?: readonly Flag[];
  what: string;
  onJump: (place: CharacterFinding | Flag) => void;
  /** Nothing to look at yet: the answer still comes. */
  pending?: boolean;
}) {
  const t = useT();
  const count = findings.length + flags.length;
  const [whole, setWhole] = useState(false);
  return (
    <Section
      heading={t("review.findings.title")}
      end={
        settled > 0
          ? t("review.findings.settled", { count: settled })
          : count > 0
            ? count
            : undefined
      }
    >
      {pending && <p className={s.quiet}>{t("review.findings.pending")}</p>}
      {!pending && count === 0 && (
        <p className={cx(s.quiet, s.line)}>
          <Icon of={CheckIcon} /> {t("review.findings.none", { what })}
        </p>
      )}
      <div className={s.finds}>
        {flags.slice(0, whole ? undefined : flagsAtOnce).map((flag, index) => (
          <Find
            key={`flag-${index}`}
            danger={flag.severity === "error"}
            title={t(`failures.flags.${flag.code}`)}
            place={flagPlace(t, flag)}
            onJump={() => onJump(flag)}
          >
            {flag.detail !== undefined && flag.detail !== "" && <Quote cut>{flag.detail}</Quote>}{" "}
            <MendButton flag={flag} />
          </Find>
        ))}
        {!whole && flags.length > flagsAtOnce && (
          <p className={s.quiet}>
            <LinkButton onClick={() => setWhole(true)}>
              {t("content.flags.more", { count: flags.length - flagsAtOnce })}
            </LinkButton>
          </p>
        )}
        {findings.map((finding, index) => (
          <Find
            key={index}
            title={t(`review.findings.kind.${finding.kind}`)}
            place={t("common.line", { line: finding.line })}
            onJump={() => onJump(finding)}
          >
            {findingWords(t, finding)}
            {finding.spells !== undefined && (
              <>
                {" "}
                {t("review.findings.spells")} <Quote cut>{finding.spells}</Quote>
              </>
            )}
          </Find>
        ))}
      </div>
      {!pending && <LookedFor />}
    </Section>
  );
}

/** The message that a flag is about, or the member's name. */
function flagPlace(t: T, flag: Flag): string {
  const [first, index] = flag.path;
  if (first === undefined) return t("review.findings.whole");
  if (first === "content" && typeof index === "number") {
    return t("review.block.number", { number: index + 1 });
  }
  return first === "messages" && typeof index === "number"
    ? t("review.messageLabel", { number: index + 1 })
    : String(first);
}

function findingWords(t: T, finding: CharacterFinding): string {
  const codes = finding.codePoints.slice(0, 4).map(hex).join(", ");
  const count = t("review.findings.count", { count: finding.count, codes });
  return finding.inName === true ? `${count} ${t("review.findings.inName")}` : count;
}

function Find({
  title,
  place,
  onJump,
  danger = false,
  children,
}: {
  title: string;
  place: string;
  onJump: () => void;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={s.find}>
      <Icon of={danger ? AttentionIcon : WarnIcon} className={danger ? "danger" : "warn"} />
      <b>{title}</b>
      <LinkButton className="cut" onClick={onJump}>
        {place}
      </LinkButton>
      <p>{children}</p>
    </div>
  );
}

/** Exactly what was looked for: a panel without findings must not promise more than it checked. */
function LookedFor() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div className={s.looked}>
      <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? "review.findings.hideList" : "review.findings.showList")}
      </LinkButton>
      {open && (
        <ul>
          {LOOKED_FOR.map((rule) => (
            <li key={rule.kind}>
              {t(`review.findings.kind.${rule.kind}`)}{" "}
              <span className="wire ink3">
                {rule.ranges
                  .slice(0, 3)
                  .map(([from, to]) => (from === to ? hex(from) : `${hex(from)}–${hex(to)}`))
                  .join(" ")}
                {rule.ranges.length > 3 && ` +${rule.ranges.length - 3}`}
              </span>
            </li>
          ))}
          <li className="ink3">{t("review.findings.nothingElse")}</li>
        </ul>
      )}
    </div>
  );
}
