// All there is to see before the desk opens, while files of the profile are written anew: what is done, and how far it is.
import { useEffect } from "react";
import type { Preparing as Now } from "../../src-shared/ipc/machine.ts";
import { setLanguage, useT } from "../i18n/index.ts";
import { useMirror } from "../state/mirror.ts";
import { decimal, size } from "../ui/time.ts";
import s from "./Preparing.module.css";

export function Preparing({ preparing: { what, done, total } }: { preparing: Now }) {
  const t = useT();
  const language = useMirror((state) => state.settings.language);
  useEffect(() => setLanguage(language), [language]);
  return (
    <main className={s.page}>
      <h1>{t(`shell.preparing.${what}`)}</h1>
      <progress aria-label={t(`shell.preparing.${what}`)} value={done} max={total} />
      <p>
        {t("shell.preparing.far", {
          percent: decimal(Math.floor((100 * done) / total)),
          total: size(t, total),
        })}
      </p>
      <p className={s.why}>{t("shell.preparing.why")}</p>
    </main>
  );
}
