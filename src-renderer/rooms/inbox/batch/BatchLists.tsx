// What a batch would approve, with model and cost, and what it excludes and why.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMoney } from "#data/money.ts";
import { clearMultiSelection } from "#data/requests/multiSelection.ts";
import { openRequest } from "#data/view.ts";
import { firstWords } from "#data/words.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { AttentionIcon, CheckIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import type { Excluded, Plan } from "./batchPlan.ts";
import s from "./Batch.module.css";

/** At most this many are listed, with a count of the rest: a thousand may be selected. */
const SHOWN = 50;

export function ApprovableList({ approvable }: Pick<Plan, "approvable">) {
  const t = useT();
  const money = useMoney();
  return (
    <section>
      <h2>{t("batch.goes", { count: approvable.length })}</h2>
      <ul className={s.rows}>
        {approvable.slice(0, SHOWN).map(({ request, modelName, costUsd }) => (
          <li key={request.id} className={s.goes}>
            <Icon of={CheckIcon} className="ok" />
            <Asked request={request} />
            <span className="cut ink2 xs">{modelName}</span>
            <span className={s.price}>
              {costUsd === null
                ? t("common.unknown")
                : costUsd === 0
                  ? t("cost.free")
                  : money(costUsd)}
            </span>
          </li>
        ))}
      </ul>
      <More count={approvable.length - SHOWN} />
    </section>
  );
}

export function ExcludedList({ excluded }: Pick<Plan, "excluded">) {
  const t = useT();
  if (excluded.length === 0) return null;
  return (
    <section>
      <h2>{t("batch.out.title", { count: excluded.length })}</h2>
      <ul className={s.rows}>
        {excluded.slice(0, SHOWN).map(({ request, why, serious }) => (
          <li key={request.id} className={s.excluded}>
            <Icon of={AttentionIcon} className={why === "findings" ? "danger" : "warn"} />
            <Asked request={request} />
            <b className={why === "findings" ? "danger" : undefined}>{reason(t, why, serious)}</b>
            <LinkButton className="xs" onClick={() => show(request)}>
              {t("common.review")}
            </LinkButton>
          </li>
        ))}
      </ul>
      <More count={excluded.length - SHOWN} />
    </section>
  );
}

function show({ id }: HeldRequest): void {
  clearMultiSelection();
  openRequest(id);
}

const reason = (t: T, why: Excluded["why"], serious: number): string =>
  why === "findings" ? t("common.countSeriousFindings", { count: serious }) : t(`batch.out.${why}`);

function Asked({ request }: { request: HeldRequest }) {
  return (
    <>
      <b className="cut">{request.requester.name}</b>
      <span className="cut ink2">
        <Quote bare>{firstWords(request)}</Quote>
      </span>
    </>
  );
}

function More({ count }: { count: number }): ReactNode {
  const t = useT();
  return count <= 0 ? null : <p className={s.hint}>{t("batch.more", { count })}</p>;
}
