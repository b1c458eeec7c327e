// Shown at startup while files of the profile are rewritten: the step and its progress.
import { useEffect, useState } from "react";
import type { Preparing as Now } from "#shared/contract/machine.ts";
import { setLanguage, useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { decimal, size, elapsed } from "#kit/text/time.ts";
import s from "./Preparing.module.css";

/** No time estimate is shown before this. */
const KNOWN_AFTER_MS = 2000;

export function Preparing({ preparing: { what, done, total } }: { preparing: Now }) {
  const t = useT();
  const language = useMirror((state) => state.settings.language);
  useEffect(() => setLanguage(language), [language]);
  const leftMs = useLeftMs(done, total);
  return (
    <main className={s.page}>
      <h1>{t(`shell.preparing.${what}`)}</h1>
      <progress aria-label={t(`shell.preparing.${what}`)} value={done} max={total} />
      <p>
        {t("shell.preparing.far", {
          percent: decimal(Math.floor((100 * done) / total)),
          total: size(t, total),
        })}{" "}
        {leftMs !== null && t("shell.preparing.left", { time: elapsed(t, leftMs) })}
      </p>
      <p className={s.why}>{t("shell.preparing.why")}</p>
    </main>
  );
}

/** The estimated time left in milliseconds, from the progress since it was first seen; null: unknown. */
function useLeftMs(done: number, total: number): number | null {
  const [first] = useState(() => ({ done, atMs: performance.now() }));
  const [leftMs, setLeftMs] = useState<number | null>(null);
  useEffect(() => {
    const passedMs = performance.now() - first.atMs;
    if (passedMs < KNOWN_AFTER_MS || done <= first.done) return;
    setLeftMs(1000 * Math.ceil(((total - done) * passedMs) / (done - first.done) / 1000));
  }, [first, done, total]);
  return leftMs;
}
