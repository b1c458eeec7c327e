// All there is to see before the desk opens, while files of the profile are written anew: what is done, how far it is, and
// the way to have the desk open at once.
import { useEffect, useState } from "react";
import type { Preparing as Now } from "../../src-shared/ipc/machine.ts";
import { setLanguage, useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { Button } from "../ui/controls/Button.tsx";
import { decimal, size, took } from "../ui/text/time.ts";
import s from "./Preparing.module.css";

/** Before that nothing is said of how long it may take. */
const KNOWN_AFTER_MS = 2000;

export function Preparing({ preparing: { what, done, total } }: { preparing: Now }) {
  const t = useT();
  const language = useMirror((state) => state.settings.language);
  useEffect(() => setLanguage(language), [language]);
  const leftMs = useLeftMs(done, total);
  const [opening, setOpening] = useState(false);
  return (
    <main className={s.page}>
      <h1>{t(`shell.preparing.${what}`)}</h1>
      <progress aria-label={t(`shell.preparing.${what}`)} value={done} max={total} />
      <p>
        {t("shell.preparing.far", {
          percent: decimal(Math.floor((100 * done) / total)),
          total: size(t, total),
        })}{" "}
        {leftMs !== null && t("shell.preparing.left", { time: took(t, leftMs) })}
      </p>
      <p className={s.why}>{t("shell.preparing.why")}</p>
      <p className={s.now}>
        <Button
          disabled={opening}
          onClick={() => {
            setOpening(true);
            void send("app.notNow");
          }}
        >
          {t(opening ? "shell.preparing.opening" : "shell.preparing.notNow")}
        </Button>
        <span>{t("shell.preparing.notNowWhy")}</span>
      </p>
    </main>
  );
}

/** About how long it takes still, in milliseconds, by how far it has come since it was first seen; null: not known. */
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
