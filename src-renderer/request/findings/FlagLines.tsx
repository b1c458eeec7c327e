// Flags at their place in the document, a line each with the fix if there is one.
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { Flag, Path } from "#shared/request/document/flag.ts";
import type { FlagFix } from "#shared/request/document/fix.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, WarnIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { useOnPaper } from "../document/onPaper.tsx";
import s from "./FlagLines.module.css";

/** @param path the block, message or parameter shown just before */
export function FlagLines({ path, inPanel = false }: { path: Path; inPanel?: boolean }) {
  const t = useT();
  const flags = useOnPaper().flagsAt(path);
  if (flags.length === 0) return null;
  return (
    <ul className={cx(s.flags, inPanel && s.inPanel)} aria-label={t("content.flags.label")}>
      {flags.map((flag, index) => (
        <li key={index} className={flag.severity === "error" ? s.error : s.note}>
          <Icon
            of={flag.severity === "error" ? AttentionIcon : WarnIcon}
            className={flag.severity === "error" ? "danger" : "warn"}
          />
          <span>
            {t(`failures.flags.${flag.code}`)}
            {flag.detail !== undefined && flag.detail !== "" && (
              <>
                {" "}
                <Quote>{flag.detail}</Quote>
              </>
            )}{" "}
            <FixButton flag={flag} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function FixButton({ flag }: { flag: Flag }) {
  const t = useT();
  const paper = useOnPaper();
  const fix = paper.fixFor(flag);
  if (fix === null) return null;
  return <LinkButton onClick={() => paper.fix(flag)}>{fixWords(t, fix)}</LinkButton>;
}

function fixWords(t: T, fix: FlagFix) {
  switch (fix.kind) {
    case "set-type":
      return (
        <>
          {t("content.fix.setType")} <span className="wire">{fix.word}</span>
        </>
      );
    case "set-number":
      return (
        <>
          {t("content.fix.setNumber")} <span className="wire">{fix.word}</span>
        </>
      );
    case "fix-base64":
      return t("content.fix.base64");
    case "remove-member":
      return (
        <>
          {t("common.remove")} <Quote bare>{fix.word}</Quote>
        </>
      );
    case "remove-value":
      return t("content.fix.removeValue");
  }
}
