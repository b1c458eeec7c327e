// Local model servers found on this machine that are not added yet.
import type { FoundProvider } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { hostOf } from "./providerWords.ts";

export function FoundProviders({
  found,
  onAdd,
  onIgnore,
}: {
  found: readonly FoundProvider[];
  onAdd: (found: FoundProvider) => void;
  onIgnore: (found: FoundProvider) => void;
}) {
  const t = useT();
  return found.map((entry) => (
    <Bar
      key={entry.baseUrl}
      tone="info"
      title={entry.name}
      quiet
      actions={
        <>
          <LinkButton onClick={() => onAdd(entry)}>{t("common.add")}</LinkButton>
          <LinkButton onClick={() => onIgnore(entry)}>{t("settings.found.ignore")}</LinkButton>
        </>
      }
    >
      {t("settings.found.answers", { address: hostOf(entry.baseUrl), count: entry.models })}
    </Bar>
  ));
}
