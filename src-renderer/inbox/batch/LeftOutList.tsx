// What a batch leaves out, by reason, with a way to the first of each.
import { useT } from "../../i18n/index.ts";
import { clearMarks } from "../../state/requests/marks.ts";
import { openSample } from "../../state/view.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { LEFT_OUT } from "./batchPlan.ts";
import type { Plan } from "./batchPlan.ts";
import s from "./Batch.module.css";

export function LeftOutList({ plan: { leftOut } }: { plan: Plan }) {
  const t = useT();
  const all = [...leftOut.values()].reduce((sum, some) => sum + some.length, 0);
  if (all === 0) return null;
  return (
    <section>
      <h2>{t("batch.out.title", { count: all })}</h2>
      <p className={s.hint}>{t("batch.out.why")}</p>
      <ul className={s.out}>
        {LEFT_OUT.map((why) => {
          const samples = leftOut.get(why);
          const first = samples?.[0];
          if (samples === undefined || first === undefined) return null;
          const show = (): void => {
            clearMarks();
            openSample(first.id);
          };
          return (
            <li key={why}>
              <b>{samples.length}</b>
              <span>{t(`batch.out.${why}`)}</span>
              <LinkButton onClick={show}>{t("batch.out.show")}</LinkButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
