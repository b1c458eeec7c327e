// A bar chart by day, as SVG with one accessible name; the table below has the figures.
import { useT } from "../../i18n/index.ts";
import s from "./Spending.module.css";

const HEIGHT = 72;
const GAP = 2;
const WIDTH = 720;

export function DayChart({
  label,
  days,
  words,
}: {
  label: string;
  days: readonly { day: string; value: number }[];
  words: (value: number) => string;
}) {
  const t = useT();
  const most = Math.max(...days.map(({ value }) => value), 0);
  const step = WIDTH / Math.max(days.length, 1);
  const first = days[0]?.day ?? "";
  const last = days.at(-1)?.day ?? "";
  return (
    <figure className={s.chart}>
      <figcaption>
        <span>{label}</span>
        <span className="ink3">{words(most)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, value }, index) => {
          // At least 2 px, so that small values are visible.
          const height = value === 0 || most === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * step}
              y={HEIGHT - height}
              width={Math.max(1, step - GAP)}
              height={height}
            >
              <title>{t("cost.totals.bar", { day, value: words(value) })}</title>
            </rect>
          );
        })}
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
      </svg>
      <div className={s.ends}>
        <span>{first}</span>
        <span>{last === first ? "" : last}</span>
      </div>
    </figure>
  );
}
