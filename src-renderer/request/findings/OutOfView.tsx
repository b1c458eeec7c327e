// The bar that says which serious findings are out of view, and a ruler with a tick for each one on the paper.
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon } from "#kit/controls/icons.ts";
import { findingPlace } from "./FindingLine.tsx";
import type { Serious } from "./useSerious.ts";
import s from "./OutOfView.module.css";

export function OutOfView({ serious: { out, review } }: { serious: Serious }) {
  const t = useT();
  if (out === null) return null;
  const { count, next, way } = out;
  return (
    <div className={s.bar}>
      <Icon of={AttentionIcon} className="danger" />
      <span className="cut">
        <b>{t("common.countSeriousFindings", { count })}</b>{" "}
        {t(`review.serious.out.${way}`, { place: findingPlace(t, next) })}
      </span>
      <LinkButton onClick={review}>{t("common.show")}</LinkButton>
    </div>
  );
}

export function Ruler({ ticks }: Pick<Serious, "ticks">) {
  return (
    <div className={s.ruler} aria-hidden="true">
      {ticks.map((along) => (
        <i key={along} style={{ top: `${along * 100}%` }} />
      ))}
    </div>
  );
}
