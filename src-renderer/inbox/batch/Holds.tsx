// How many servers, how many with findings, what it would cost: said before anything is decided.
import { useT } from "../../i18n/index.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useMoney } from "../../state/money.ts";
import { roughly } from "../../ui/text/time.ts";
import type { Plan } from "./batchPlan.ts";
import s from "./Batch.module.css";

export function Holds({
  plan,
  samples,
  ready,
  neededMs,
}: {
  plan: Plan;
  samples: readonly Sample[];
  /** All of them were looked through: until then nothing is said of what is not known yet. */
  ready: boolean;
  /** What reading them takes at least, in milliseconds; null: not known yet. */
  neededMs: number | null;
}) {
  const t = useT();
  const money = useMoney();
  const { costUsd, costUnknown, goes, servers, withFindings } = plan;
  const cost =
    goes.length === 0
      ? null
      : costUnknown === goes.length
        ? t("batch.estimateUnknown")
        : costUnknown === 0
          ? costUsd === 0
            ? t("cost.free")
            : t("batch.estimate", { money: money(costUsd) })
          : t("batch.estimateAtLeast", { money: money(costUsd), count: costUnknown });
  const named = [...servers].toSorted((a, b) => b[1] - a[1]);
  return (
    <section>
      <h2>{t("batch.holds")}</h2>
      <p className={s.facts}>
        <span>{t("batch.title", { count: samples.length })}</span>
        <span className="ink3">·</span>
        <span
          title={named.map(([name, count]) => t("batch.serverCount", { name, count })).join("\n")}
        >
          {t("batch.servers", { count: servers.size })}
        </span>
        {(ready || withFindings > 0) && (
          <>
            <span className="ink3">·</span>
            <span className={withFindings > 0 ? "warn" : undefined}>
              {t("batch.findings", { count: withFindings })}
            </span>
          </>
        )}
        {cost !== null && (
          <>
            <span className="ink3">·</span>
            <span>{cost}</span>
          </>
        )}
      </p>
      <p>
        {(ready || goes.length > 0) && t("batch.goes", { count: goes.length })}{" "}
        {goes.length > 0 && neededMs !== null && t("batch.reading", { time: roughly(t, neededMs) })}
      </p>
    </section>
  );
}
