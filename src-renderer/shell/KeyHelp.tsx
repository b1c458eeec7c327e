// All keys, in three groups by the place where they work.
import { useT } from "../i18n/index.ts";
import { Dialog } from "../ui/layout/Dialog.tsx";
import { KeyCap } from "../ui/controls/KeyCap.tsx";
import s from "./KeyHelp.module.css";

/** The one list of keys that people are shown; the actions themselves carry the same chords. */
export const keyMap = {
  anywhere: [
    ["Mod+K", "palette"],
    ["?", "help"],
    ["Mod+1", "goInbox"],
    ["Mod+2", "goWorkbench"],
    ["Mod+3", "goServers"],
    ["Mod+4", "goHistory"],
    ["Mod+5", "goRules"],
    ["Mod+,", "goSettings"],
    ["Mod+J", "question"],
  ],
  list: [
    ["J", "next"],
    ["K", "previous"],
    ["Shift+J", "extendDown"],
    ["Shift+K", "extendUp"],
    ["Mod+A", "all"],
    ["Space", "same"],
    ["Enter", "open"],
    ["/", "filter"],
  ],
  gate: [
    ["Mod+Enter", "approve"],
    ["Mod+Shift+X", "reject"],
    ["Mod+R", "regenerate"],
    ["C", "candidates"],
    ["S", "sideBySide"],
    ["R", "refine"],
    ["Escape", "stop"],
    ["E", "edit"],
    ["1", "blocks"],
    ["2", "json"],
    ["D", "diff"],
    ["M", "model"],
    ["P", "panel"],
    ["A", "always"],
    ["F8", "finding"],
    ["L", "raise"],
  ],
  rules: [
    ["N", "newRule"],
    ["Alt+Up", "moveUp"],
    ["Alt+Down", "moveDown"],
    ["Space", "onOff"],
    ["Delete", "removeRule"],
    ["Z", "bringBack"],
    ["Mod+T", "tryRule"],
    ["Mod+S", "saveRule"],
  ],
} as const;

type KeyName = (typeof keyMap)[keyof typeof keyMap][number][1];
/** Keys of many requests at once have their words with them. */
const wordsOf = (name: KeyName) =>
  name === "extendDown" || name === "extendUp" || name === "all" || name === "same"
    ? (`batch.keys.${name}` as const)
    : (`shell.keys.${name}` as const);

export function KeyHelp({ onClose }: { onClose: () => void }) {
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
        {(["gate", "list", "rules", "anywhere"] as const).map((group) => (
          <section key={group}>
            <h2 className={s.heading}>{t(`shell.keys.${group}`)}</h2>
            <dl>
              {keyMap[group].map(([keys, name]) => (
                <div key={name} className={s.pair}>
                  <dt>
                    {t(wordsOf(name))}
                    {name === "reject" && (
                      <span className="ink3"> · {t("shell.keys.rejectHint")}</span>
                    )}
                  </dt>
                  <dd>
                    <KeyCap of={keys} />
                    {name === "diff" && <KeyCap of="3" />}
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
