// All shortcuts, grouped by where they work.
import { PLACES, shortcutsAt } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import s from "./KeyHelp.module.css";

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("shell.keys.title")}
      intro={t("shell.keys.guard")}
      plain={t("shell.keys.title")}
    >
      <div className={s.groups}>
        {PLACES.map((place) => (
          <section key={place}>
            <h2 className={s.heading}>{t(`shell.keys.at.${place}`)}</h2>
            <dl>
              {shortcutsAt(place).map(({ label, keys }) => (
                <div key={label} className={s.pair}>
                  <dt>
                    {t(label)}
                    {label === "common.rejectTitle" && (
                      <span className="ink3"> · {t("shell.keys.rejectHint")}</span>
                    )}
                  </dt>
                  <dd>
                    {keys.map((one) => (
                      <KeyCap key={one} of={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
