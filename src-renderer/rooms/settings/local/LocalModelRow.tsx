// A local model: facts from its file, its memory needs, actions.
import type { LocalModelView, LocalView } from "#shared/models/local/local.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { CloseIcon, RemoveIcon, SettingsIcon } from "#kit/controls/icons.ts";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { factWords } from "./localWords.ts";
import { MemoryLine } from "#request/models/MemoryLine.tsx";
import s from "./Local.module.css";

export function LocalModelRow({
  model,
  view,
  source,
  onHow,
  onRemove,
}: {
  model: LocalModelView;
  view: LocalView;
  /** Its download address and checksum. */
  source: { address: string; sha256: string } | null;
  onHow: () => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { from } = model;
  const remove = from === "picked" ? t("settings.local.forget") : t("settings.local.delete");
  return (
    <li className={s.offer}>
      <div>
        <h3>
          <Visible text={model.name} />
        </h3>
        <p className={s.offerFacts}>
          {factWords(t, model.facts).map((words) => (
            <span key={words}>
              <Visible text={words} />
            </span>
          ))}
        </p>
        <p className={s.offerFacts}>
          {from === "picked" && <span>{t("settings.local.yourFile")}</span>}
          {from === "found" && <span>{t("local.found")}</span>}
          {source !== null && (
            <>
              <Quote bare cut>
                {source.address}
              </Quote>
              <Quote bare cut>{`SHA-256 ${source.sha256.slice(0, 16)}…`}</Quote>
            </>
          )}
        </p>
        <MemoryLine model={model} settings={model.settings} view={view} />
      </div>
      <div className={s.offerActs}>
        <Button
          size="s"
          icon={SettingsIcon}
          aria-label={`${t("local.how")} ${model.name}`}
          onClick={onHow}
        >
          {t("local.how")}
        </Button>
        {from !== "found" && (
          <Button
            size="s"
            level="plain"
            icon={from === "picked" ? CloseIcon : RemoveIcon}
            aria-label={`${remove}: ${model.name}`}
            onClick={onRemove}
          >
            {remove}
          </Button>
        )}
      </div>
    </li>
  );
}
