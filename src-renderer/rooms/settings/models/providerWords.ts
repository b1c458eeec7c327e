// A provider's name, address and state in words.
import type { ModelFailure } from "#shared/outcome.ts";
import type { ProviderView } from "#shared/models/model.ts";
import type { T } from "#words/index.ts";
import { timeOfDay } from "#kit/text/time.ts";

/** The user's name for it; the built-in engine has a fixed one. */
export const providerName = (t: T, provider: Pick<ProviderView, "kind" | "name">): string =>
  provider.kind === "local" ? t("settings.local.title") : provider.name;

/** Host and port of an address; the whole text if it is invalid. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

export function stateWords(
  t: T,
  provider: ProviderView,
): { tone: "ok" | "danger" | "quiet"; words: string } {
  const { state, models } = provider;
  switch (state.kind) {
    case "unchecked":
      return { tone: "quiet", words: t("settings.provider.unchecked") };
    case "checking":
      return { tone: "quiet", words: t("settings.provider.checking") };
    case "answers":
      return provider.kind === "local" && models.length === 0
        ? { tone: "quiet", words: t("settings.provider.noFile") }
        : {
            tone: "ok",
            words: t("settings.provider.answers", {
              count: models.length,
              at: timeOfDay(state.atMs).slice(0, 5),
            }),
          };
    case "failed":
      return { tone: "danger", words: failedWords(t, state.failure, models.length) };
  }
}

/** The end of the key, or the variable; empty if there is neither. */
export function keyWords(t: T, { keyEnds, variable }: ProviderView): string {
  if (variable !== undefined) return t("providers.variable", { variable });
  if (keyEnds === undefined) return "";
  return keyEnds === ""
    ? t("settings.provider.keySet")
    : t("settings.provider.keyEnds", { ends: keyEnds });
}

function failedWords(t: T, failure: ModelFailure, models: number): string {
  const what =
    failure.kind === "model-wrong-key"
      ? t("settings.provider.failed.model-wrong-key", { status: failure.status })
      : failure.kind === "model-unreachable" || failure.kind === "model-unsupported-platform"
        ? t(`settings.provider.failed.${failure.kind}`)
        : onTheWay(t, failure);
  return models === 0 ? what : t("settings.provider.unusable", { what, count: models });
}

/** The cause of a failure: certificate, proxy, key, time. */
function onTheWay(t: T, failure: ModelFailure): string {
  switch (failure.kind) {
    case "model-no-variable":
    case "model-variable-elsewhere":
      return t(`providers.failed.${failure.kind}`, { variable: failure.variable });
    case "model-certificate":
    case "model-proxy":
    case "model-redirect":
    case "model-key-unusable":
    case "model-no-key":
    case "model-timeout":
      return t(`providers.failed.${failure.kind}`);
    default:
      return t("settings.provider.failed.other");
  }
}
