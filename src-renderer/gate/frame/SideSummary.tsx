// The side panel as one line, for narrow windows.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { tallyOf } from "#shared/findings/tally.ts";
import type { FindingsResult } from "#data/findings.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, CheckIcon, WarnIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { foundWords, restWords } from "#request/findings/foundWords.ts";
import s from "./SideSummary.module.css";

export function SideSummary({
  found,
  values,
  open,
  onOpen,
}: {
  /** Findings and number of flags; null if nothing is scanned, as for ended requests. */
  found: { looked: FindingsResult; flags: number; notes?: number; changes?: number } | null;
  /** The first is the model. */
  values: readonly string[];
  open: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  return (
    <div className={s.brief}>
      {found !== null && <Found {...found} />}
      {values.map((value, index) =>
        index === 0 ? (
          <b key={index} className="cut">
            {value}
          </b>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
      <LinkButton className={s.show} aria-expanded={open} onClick={onOpen}>
        {t("common.details")} <KeyCap of={KEYS.panel} />
      </LinkButton>
    </div>
  );
}

/** Shows a check mark only if everything was scanned. */
function Found({
  looked,
  flags,
  notes,
  changes,
}: {
  looked: FindingsResult;
  flags: number;
  notes?: number | undefined;
  changes?: number | undefined;
}) {
  const t = useT();
  const words = [foundWords(t, looked), ...restWords(t, looked, { flags, notes, changes })]
    .filter(Boolean)
    .join(" · ");
  const { serious } = tallyOf(looked);
  const left = leftOf(looked);
  const warns = words !== "" || left === "warn";
  return (
    <span className={serious > 0 ? s.serious : warns ? "warn" : undefined}>
      {(warns || left === null) && (
        <Icon of={serious > 0 ? AttentionIcon : warns ? WarnIcon : CheckIcon} />
      )}{" "}
      {[
        ...(words === "" ? [] : [words]),
        ...(words === "" && left === null ? [t("review.brief.findings", { count: 0 })] : []),
        ...(left === "warn" ? [t("common.notFullyScanned")] : []),
        ...(left === "looking" ? [t("findings.looking")] : []),
      ].join(" · ")}
    </span>
  );
}

/** Whether a scan is still running (`looking`), or was late or incomplete (`warn`). */
function leftOf({ state, unscanned = 0 }: FindingsResult): "looking" | "warn" | null {
  if (state === "looking") return "looking";
  return state === "late" || unscanned > 0 ? "warn" : null;
}
