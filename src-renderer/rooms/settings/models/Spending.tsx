// What models have cost: a table by model, server or day, and export.
import { useState } from "react";
import type { ProviderView } from "#shared/models/model.ts";
import { dayOf, firstDay, sumBy, sumOf } from "#shared/models/cost/spending.ts";
import type { SpentDay, SpentSum } from "#shared/models/cost/spending.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useMoney } from "#data/money.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { DownloadIcon } from "#kit/controls/icons.ts";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { Cell, Table, TableRow } from "#kit/layout/Table.tsx";
import { decimal } from "#kit/text/time.ts";
import { useOpenAt } from "../SettingsPage.tsx";
import s from "./Spending.module.css";
import { useAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";

const RANGES = { days30: 30, days90: 90, all: null } as const;
type Range = keyof typeof RANGES;
const GROUPS = ["model", "server", "day"] as const;
type Group = (typeof GROUPS)[number];

export function Spending({ providers }: { providers: readonly ProviderView[] }) {
  const t = useT();
  const [range, setRange] = useState<Range>("days30");
  const [group, setGroup] = useState<Group>("model");
  const money = useMoney();
  const days = RANGES[range];
  const generations = useMirror((state) =>
    Object.values(state.requests).reduce(
      (sum, { attempts }) => sum + attempts.filter(({ state: { kind } }) => ended(kind)).length,
      0,
    ),
  );
  // Read again whenever a generation ends.
  const asked = useAsked(
    `${generations} ${days}`,
    () => send("spending.read", days === null ? null : firstDay(dayOf(Date.now()), days)),
    { keeps: true },
  );
  const rows = asked?.ok === true ? asked.value : null;
  const [saved, setSaved] = useState(false);
  const { failure, tell } = useAction();
  const save = async (): Promise<void> => {
    const result = await send("spending.save");
    setSaved(tell(result) && result.value);
  };
  const nothing = rows !== null && rows.length === 0 && range === "all";
  return (
    <section ref={useOpenAt("cost.totals.title")} className={s.spending} aria-labelledby="spent">
      <header className={s.head}>
        <h2 id="spent">{t("cost.totals.title")}</h2>
        <Segmented
          label={t("cost.totals.range")}
          value={range}
          onChange={setRange}
          options={(["days30", "days90", "all"] as const).map((value) => ({
            value,
            label: t(`cost.totals.${value}`),
          }))}
        />
        <Segmented
          label={t("cost.totals.by")}
          value={group}
          onChange={setGroup}
          options={GROUPS.map((value) => ({ value, label: t(`cost.totals.${value}`) }))}
        />
        <span className="grow" />
        {saved && <span role="status">{t("common.saved")}</span>}
        <Button size="m" icon={DownloadIcon} onClick={() => void save()} disabled={nothing}>
          {t("cost.totals.save")}
        </Button>
      </header>
      <FailureBar failure={failure} />
      {asked?.ok === false && <FailureBar failure={asked.failure} />}
      {rows === null ? (
        asked === null && <LoadingBars />
      ) : rows.length === 0 ? (
        <p className={s.empty}>{t("cost.totals.empty")}</p>
      ) : (
        <>
          <Table
            label={t("cost.totals.title")}
            columns={[
              { id: "name", label: t(`cost.totals.${group}`) },
              { id: "count", label: t("cost.totals.generations"), width: "90px", number: true },
              { id: "in", label: t("cost.totals.tokensIn"), width: "110px", number: true },
              { id: "out", label: t("cost.totals.tokensOut"), width: "110px", number: true },
              { id: "cost", label: t("common.cost"), width: "180px", number: true },
            ]}
          >
            {linesOf(rows, group, providers, t).map(({ name, sum }) => (
              <SumRow key={name} name={name} sum={sum} money={money} />
            ))}
            <SumRow name={t("common.total")} sum={sumOf(rows)} money={money} strong />
          </Table>
          <p className={s.note}>{t("cost.totals.note")}</p>
        </>
      )}
    </section>
  );
}

const ended = (kind: string): boolean => kind === "done" || kind === "stopped" || kind === "failed";

function linesOf(
  rows: readonly SpentDay[],
  group: Group,
  providers: readonly ProviderView[],
  t: T,
): { name: string; sum: SpentSum }[] {
  const names = new Map(
    providers.map(({ id, kind, name }) => [
      id,
      kind === "local" ? t("settings.local.title") : name,
    ]),
  );
  const sums = sumBy(rows, (row) =>
    group === "day"
      ? row.day
      : group === "server"
        ? row.serverName || t("cost.totals.nobody")
        : row.modelId === ""
          ? t("cost.totals.nobody")
          : `${row.modelId} · ${names.get(row.providerId) ?? row.providerId}`,
  );
  const lines = [...sums].map(([name, sum]) => ({ name, sum }));
  if (group === "day") return lines;
  const weight = ({ sum }: { sum: SpentSum }): number =>
    sum.usd * 1e9 + sum.inputTokens + sum.outputTokens;
  return lines.toSorted((a, b) => weight(b) - weight(a));
}

function SumRow({
  name,
  sum,
  money,
  strong = false,
}: {
  name: string;
  sum: SpentSum;
  money: (usd: number) => string;
  strong?: boolean;
}) {
  const t = useT();
  const priced = sum.generations > sum.unpriced;
  return (
    <TableRow className={strong ? s.sum : undefined}>
      <Cell>
        <span className="cut">{name}</span>
      </Cell>
      <Cell number>{decimal(sum.generations)}</Cell>
      <Cell number>{decimal(sum.inputTokens)}</Cell>
      <Cell number>{decimal(sum.outputTokens)}</Cell>
      <Cell number>
        {priced || sum.usd > 0 ? money(sum.usd) : t("common.unknown")}
        {sum.unpriced > 0 && (
          <span className={s.more}>{t("cost.totals.unpriced", { count: sum.unpriced })}</span>
        )}
        {sum.unpriced === 0 && sum.uncounted > 0 && (
          <span className={s.more}>{t("cost.totals.uncounted", { count: sum.uncounted })}</span>
        )}
      </Cell>
    </TableRow>
  );
}
