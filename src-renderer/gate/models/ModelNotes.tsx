// How a request fits a model, before it is sent: what its provider will not get, and options for what else to pass
// on.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { addedPartsOf, omittedPartsOf, misfitsOf } from "#shared/models/ranking/misfits.ts";
import type { OmittedPart } from "#shared/models/ranking/misfits.ts";
import type { ModelRef, ModelsView, ProviderView } from "#shared/models/model.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import type { ProviderTraits } from "#shared/models/ranking/traits.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Section } from "#kit/layout/Section.tsx";
import type { DisabledReason } from "#request/disabledReasons.tsx";
import s from "./ModelNotes.module.css";

const providerOf = (models: ModelsView, model: ModelRef | null): ProviderView | undefined =>
  models.providers.find((entry) => entry.id === model?.providerId);

/** What the provider of the model supports; null without a model. */
export function traitsFor(models: ModelsView, model: ModelRef | null): ProviderTraits | null {
  const provider = providerOf(models, model);
  return provider === undefined || model === null ? null : traitsOf(provider.kind, model.modelId);
}

/** Why the model can't take the request; null if it can. */
export function misfitDisabledReason(
  t: T,
  document: RequestDocument,
  traits: ProviderTraits | null,
  model: string,
): DisabledReason | null {
  const [first] = traits === null ? [] : misfitsOf(document, traits);
  if (first === undefined) return null;
  const words = (
    <>
      {t("modelNotes.off", { model })} {t(`modelNotes.misfit.${first.where}`)}{" "}
      <Quote cut>{first.what}</Quote>
    </>
  );
  return { first: words, second: t("modelNotes.offNext"), tone: "warn" };
}

/** @param onOptions undefined: read only */
export function ModelNotes({
  document,
  models,
  model,
  options,
  onOptions,
}: {
  document: RequestDocument;
  models: ModelsView;
  model: ModelRef | null;
  options: GenerationOptions;
  onOptions: ((options: GenerationOptions) => void) | undefined;
}) {
  const t = useT();
  const provider = providerOf(models, model);
  const traits = traitsFor(models, model);
  if (provider === undefined || traits === null) return null;
  const left = omittedPartsOf(document, traits, options);
  const adds = addedPartsOf(document, traits, options);
  const hasMetadata = Object.keys(document.metadata ?? {}).length > 0;
  if (left.length === 0 && adds.length === 0 && !hasMetadata) return null;
  const { passMetadata, ...others } = options;
  return (
    <Section heading={t("modelNotes.title")} end={left.length}>
      {left.length === 0 && <p className={s.quiet}>{t("modelNotes.none")}</p>}
      <ul className={s.leftOut}>
        {left.map((entry) => (
          <li key={entry.kind}>
            {leftOutWords(t, entry)}
            {"names" in entry && (
              <span className={s.names}>
                {entry.names.map((name) => (
                  <Quote key={name} cut>
                    {name}
                  </Quote>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {adds.length > 0 && (
        <p className={s.quiet}>
          {t("modelNotes.adds")}{" "}
          {adds.map((added) => (
            <Quote key={added} cut>
              {added}
            </Quote>
          ))}
        </p>
      )}
      {hasMetadata && (
        <Checkbox
          checked={passMetadata === true && traits.metadata !== false}
          disabled={onOptions === undefined || traits.metadata === false}
          onChange={(pass) => onOptions?.(pass ? { ...others, passMetadata: true } : others)}
          hint={t(traits.metadata === false ? "modelNotes.passNot" : "modelNotes.passHint", {
            provider: provider.name,
          })}
        >
          {t("modelNotes.pass")}
        </Checkbox>
      )}
    </Section>
  );
}

function leftOutWords(t: T, entry: OmittedPart): string {
  switch (entry.kind) {
    case "metadata":
      return t("common.metadata");
    case "metadata-set":
      return t("modelNotes.metadataSet");
    case "metadata-value":
      return t("modelNotes.metadataValue");
    case "metadata-unknown":
      return t("modelNotes.metadataUnknown");
    case "message-members":
      return t("modelNotes.messages", { count: entry.count });
    case "block-members":
      return t("modelNotes.blocks", { count: entry.count });
    case "tool-members":
      return t("modelNotes.tools", { count: entry.count });
    case "tool-choice":
      return t("modelNotes.toolChoice");
    case "tool-errors":
      return t("modelNotes.toolErrors", { count: entry.count });
    case "tool-schemas":
      return t("modelNotes.toolSchemas", { count: entry.count });
    case "tool-result-blocks":
      return t("modelNotes.toolBlocks", { count: entry.count });
    case "tool-ids":
      return t("modelNotes.toolIds", { count: entry.count });
    case "unsigned-calls":
      return t("modelNotes.unsigned", { count: entry.count });
    case "stop-sequences":
      return t("modelNotes.stopSequences", { count: entry.count });
    case "temperature":
      return t("modelNotes.temperature");
    case "temperature-max":
      return t("modelNotes.temperatureMax", { max: entry.max });
    case "last-space":
      return t("modelNotes.lastSpace");
    case "parallel-switch":
      return t("modelNotes.parallel");
    case "dialect-parts":
      return t("modelNotes.dialectParts");
    case "provider-tools":
      return t("modelNotes.providerTools");
    case "request-members":
      return t("modelNotes.request");
  }
}

/** Warnings of the provider's adapter after generation, quoted. */
export const providerWarnings = (t: T, warnings: readonly string[]): ReactNode =>
  warnings.length > 0 && (
    <Section heading={t("modelNotes.warnings")} end={warnings.length}>
      <ul className={s.leftOut}>
        {warnings.map((warning, index) => (
          <li key={index}>
            <Quote cut>{warning}</Quote>
          </li>
        ))}
      </ul>
    </Section>
  );
