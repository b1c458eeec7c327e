// A notice on every screen once a budget is 75 % used, and once it is used up; dismissing it hides it until the
// window closes.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { isNearlyUsed } from "#shared/rules/limits/budget.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import { useAmount } from "#data/budgetText.ts";
import { useMirror } from "#data/mirror.ts";
import { openProgram, openServer, openSettings } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { untilWords } from "#forms/limits/BudgetBars.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { TimerIcon } from "#kit/controls/icons.ts";

interface Warned {
  key: string;
  serverId: string | null;
  use: BudgetUse;
}

const isFull = ({ used, limit }: BudgetUse): boolean => used >= limit;

function keyOf(serverId: string | null, use: BudgetUse): string {
  // An hourly window slides and has no fixed end, so a dismissed notice stays dismissed while the budget is nearly
  // used.
  const end = use.window === "hour" ? "" : String(use.untilMs);
  return [serverId ?? "", use.unit, use.window, isFull(use), use.limit, end].join(" ");
}

export function BudgetBar() {
  const t = useT();
  const amount = useAmount();
  const limits = useMirror((state) => state.limits);
  const servers = useMirror((state) => state.servers);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const of = (serverId: string | null, uses: readonly BudgetUse[]): Warned[] =>
    uses.filter(isNearlyUsed).map((use) => ({ key: keyOf(serverId, use), serverId, use }));
  const warned = [
    ...of(null, limits.all),
    ...Object.entries(limits.servers).flatMap(([id, uses]) => of(id, uses)),
  ]
    .filter(({ key }) => !read.has(key))
    .toSorted((a, b) => b.use.used / b.use.limit - a.use.used / a.use.limit);
  const [first] = warned;
  if (first === undefined) return null;
  const { serverId, use } = first;
  const isProgram = serverId !== null && Object.hasOwn(limits.programs, serverId);
  const open = (): void => {
    if (serverId === null) openSettings("limits");
    else if (isProgram) openProgram(serverId);
    else openServer(serverId);
  };
  const server =
    serverId === null
      ? t("limits.use.all")
      : (limits.programs[serverId] ?? servers[serverId]?.name ?? serverId);
  const percent = String(Math.floor((use.used / use.limit) * 100));
  return (
    <Bar
      tone={isFull(use) ? "warn" : "info"}
      icon={TimerIcon}
      title={t(isFull(use) ? "limits.warn.full" : "limits.warn.nearly", {
        server,
        percent,
        window: t(`refusals.window.${use.window}`),
        limit: amount(use.unit, use.limit),
      })}
      actions={
        <>
          <LinkButton onClick={open}>{t("limits.warn.show")}</LinkButton>
          <LinkButton onClick={() => setRead(new Set([...read, ...warned.map(({ key }) => key)]))}>
            {t("common.close")}
          </LinkButton>
        </>
      }
    >
      {isFull(use) && `${t("limits.warn.refused")} `}
      {untilWords(t, use)}
      {warned.length > 1 && ` ${t("limits.warn.more", { count: warned.length - 1 })}`}
    </Bar>
  );
}
