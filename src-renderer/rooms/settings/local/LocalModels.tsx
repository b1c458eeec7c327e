// Local models: the one in memory, model files, and small models to download.
import type { LocalView } from "#shared/models/local/local.ts";
import type { DownloadView } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { FolderIcon } from "#kit/controls/icons.ts";
import { DownloadRow } from "./DownloadRow.tsx";
import type { DownloadActs } from "./DownloadRow.tsx";
import { LocalEngine } from "./LocalEngine.tsx";
import { LocalModelRow } from "./LocalModelRow.tsx";
import { Head } from "#kit/layout/Section.tsx";
import s from "./Local.module.css";

export function LocalModels({
  supported,
  downloads,
  view,
  onPick,
  onHow,
  onRemove,
  onUnload,
  ...acts
}: {
  /** Whether llama.cpp has a binary for the platform. */
  supported: boolean;
  downloads: readonly DownloadView[];
  view: LocalView;
  onPick: () => void;
  /** Opens the form for how the model runs. */
  onHow: (modelId: string) => void;
  onRemove: (modelId: string) => void;
  onUnload: () => void;
} & DownloadActs) {
  const t = useT();
  return (
    <>
      <Head apart title={t("settings.local.title")}>
        <span className="xs ink3 cut">{t("settings.local.intro")}</span>
        <span className="grow" />
        <Button size="s" icon={FolderIcon} disabled={!supported} onClick={onPick}>
          {t("settings.local.pick")}
        </Button>
      </Head>
      {!supported && (
        <Bar tone="warn" title={t("settings.local.unsupported")} quiet>
          {t("settings.local.unsupportedWhy")}
        </Bar>
      )}
      {supported && <LocalEngine view={view} onUnload={onUnload} />}
      <ul className={s.offers}>
        {view.models.map((model) => (
          <LocalModelRow
            key={model.modelId}
            model={model}
            view={view}
            source={sourceOf(model.modelId, downloads)}
            onHow={() => onHow(model.modelId)}
            onRemove={() => onRemove(model.modelId)}
          />
        ))}
        {downloads
          .filter(({ state }) => state.kind !== "present")
          .map((download) => (
            <DownloadRow
              key={download.id}
              download={download}
              supported={supported}
              view={view}
              {...acts}
            />
          ))}
      </ul>
    </>
  );
}

function sourceOf(
  modelId: string,
  downloads: readonly DownloadView[],
): { address: string; sha256: string } | null {
  const fetched = downloads.find(
    ({ state }) => state.kind === "present" && state.modelId === modelId,
  );
  return fetched === undefined ? null : { address: fetched.source, sha256: fetched.sha256 };
}
