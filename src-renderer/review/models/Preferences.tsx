// The server's model preferences: hints in order, the three priorities, other fields. Advisory in all protocol
// versions ("Model Preferences").
import { useT } from "../../i18n/index.ts";
import type { JsonObject } from "../../../src-shared/json.ts";
import type {
  ModelPreferences,
  RequestDocument,
} from "../../../src-shared/sampling/document/message.ts";
import { IconButton } from "../../ui/controls/Button.tsx";
import { CloseIcon } from "../../ui/controls/icons.ts";
import { Quote } from "../../ui/text/Quote.tsx";
import { FlagLines } from "../findings/FlagLines.tsx";
import { Members } from "../blocks/Members.tsx";
import type { Change } from "../blocks/document.ts";
import { NumberRow } from "../gate1/NumberRow.tsx";
import s from "../gates/Side.module.css";

const PRIORITIES = ["costPriority", "speedPriority", "intelligencePriority"] as const;

/** Deletes the field when nothing is left in it. */
function withPreferences(
  document: RequestDocument,
  change: (now: ModelPreferences) => JsonObject,
): RequestDocument {
  const { modelPreferences, ...others } = document;
  const next = change(modelPreferences ?? {});
  const left = Object.values(next).some((value) => value !== undefined);
  return (left ? { ...others, modelPreferences: next } : others) as RequestDocument;
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

const outOfRange = (value: number | undefined): boolean =>
  value !== undefined && !(value >= 0 && value <= 1);

export function Preferences({
  document,
  asked,
  onChange,
}: {
  document: RequestDocument;
  asked: RequestDocument;
  onChange: Change | undefined;
}) {
  const t = useT();
  const { modelPreferences } = document;
  const flagged = <FlagLines path={["modelPreferences"]} inPanel />;
  if (modelPreferences === undefined && asked.modelPreferences === undefined) return flagged;
  const preferences = modelPreferences ?? {};
  const change = (next: (now: ModelPreferences) => JsonObject): void =>
    onChange?.((now) => withPreferences(now, next));
  return (
    <>
      <div className={s.pair}>
        <span>{t("content.parameters.hints")}</span>
        <Hints
          hints={preferences.hints ?? []}
          onRemove={
            onChange === undefined
              ? undefined
              : (index) =>
                  change((now) => {
                    const hints = (now.hints ?? []).filter((_hint, at) => at !== index);
                    return hints.length === 0 ? without(now, "hints") : { ...now, hints };
                  })
          }
        />
      </div>
      {PRIORITIES.map((name) => (
        <NumberRow
          key={name}
          name={t(`content.parameters.priority.${name}`)}
          value={preferences[name]}
          aside={t(
            preferences[name] === undefined
              ? "content.parameters.notAsked"
              : "content.parameters.range",
          )}
          invalid={outOfRange(preferences[name])}
          path={["modelPreferences", name]}
          readOnly={onChange === undefined}
          onValue={(value) =>
            change((now) => (value === null ? without(now, name) : { ...now, [name]: value }))
          }
        />
      ))}
      {flagged}
      <Members
        holder={preferences}
        shown={["hints", ...PRIORITIES]}
        path={["modelPreferences"]}
        label={t("content.parameters.preferences")}
        inPanel
        onChange={onChange === undefined ? undefined : (next) => change(() => next)}
      />
    </>
  );
}

function Hints({
  hints,
  onRemove,
}: {
  hints: NonNullable<ModelPreferences["hints"]>;
  onRemove: ((index: number) => void) | undefined;
}) {
  const t = useT();
  if (hints.length === 0) return <span className="ink3">{t("content.parameters.noHints")}</span>;
  return (
    <ol className={s.list}>
      {hints.map((hint, index) => {
        const { name, ...others } = hint;
        return (
          <li key={index} className={s.entry}>
            <span className="ink3">{index + 1}</span>
            {name === undefined ? (
              <span className="ink3">{t("content.parameters.unnamed")}</span>
            ) : (
              <Quote cut>{name}</Quote>
            )}
            {Object.keys(others).length > 0 && <Quote cut>{JSON.stringify(others)}</Quote>}
            {onRemove !== undefined && (
              <IconButton
                icon={CloseIcon}
                label={`${t("content.parameters.removeHint")}: ${index + 1}`}
                onClick={() => onRemove(index)}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
