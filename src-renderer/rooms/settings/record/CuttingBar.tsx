// Warns about providers that silently truncate long requests, as nothing else would reveal it.
import type { ProviderView } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { isCramped } from "../models/modelWords.ts";
import { providerName } from "../providers/providerWords.ts";

export function CuttingBar({ provider }: { provider: ProviderView }) {
  const t = useT();
  const cramped = provider.models.filter(
    (model) => model.serving?.cutsSilently === true && isCramped(model),
  );
  if (cramped.length === 0) return null;
  const count = cramped.length;
  return (
    <Bar
      tone="warn"
      quiet
      title={t("providers.cutting", { count, name: providerName(t, provider) })}
    >
      {t("providers.cuttingNext", { count })}
    </Bar>
  );
}
