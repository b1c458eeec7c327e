// The side panel in one line, where the window is too narrow for it.
import { useT } from "../i18n/index.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { CheckIcon, WarnIcon } from "../ui/icons.ts";
import { KeyCap } from "../ui/KeyCap.tsx";
import s from "./Brief.module.css";

export function Brief({
  findings,
  facts,
  open,
  onOpen,
}: {
  /** Null where nothing is looked for: a request that has ended. */
  findings: number | null;
  /** The first is the model. */
  facts: readonly string[];
  open: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  return (
    <div className={s.brief}>
      {findings !== null && (
        <span className={findings > 0 ? "warn" : undefined}>
          <Icon of={findings > 0 ? WarnIcon : CheckIcon} />{" "}
          {t("review.brief.findings", { count: findings })}
        </span>
      )}
      {facts.map((fact, index) =>
        index === 0 ? (
          <b key={index} className="cut">
            {fact}
          </b>
        ) : (
          <span key={index}>{fact}</span>
        ),
      )}
      <LinkButton className={s.show} aria-expanded={open} onClick={onOpen}>
        {t(open ? "common.hide" : "common.show")} <KeyCap of="P" />
      </LinkButton>
    </div>
  );
}
