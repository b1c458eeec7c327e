// Placeholder rows while something loads: nothing for 200 ms, then static bars.
import { useEffect, useState } from "react";
import { useT } from "#words/index.ts";
import s from "./LoadingBars.module.css";

const delayMs = 200;
const widths = ["44%", "38%", "52%", "30%", "47%", "41%"];

export function LoadingBars({ rows = 6 }: { rows?: number }) {
  const t = useT();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div role="status" aria-label={t("common.loading")}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={s.row}>
          <span className={s.disc} />
          <span className={s.bone} style={{ width: widths[index % widths.length] }} />
          <span className={s.bone} style={{ width: "80%" }} />
        </div>
      ))}
    </div>
  );
}
