// Models that run inside the app: files picked by the person, and small ones that can be fetched.
import type { DownloadView, ModelView } from "../../src-shared/models/model.ts";
import { useT } from "../i18n/index.ts";
import { Bar } from "../ui/Bar.tsx";
import { Button } from "../ui/Button.tsx";
import { CloseIcon, FolderIcon } from "../ui/icons.ts";
import { Visible } from "../ui/Quote.tsx";
import { DownloadRow } from "./DownloadRow.tsx";
import type { DownloadActs } from "./DownloadRow.tsx";
import s from "./Settings.module.css";

export function LocalModels({
  supported,
  downloads,
  files,
  onPick,
  ...acts
}: {
  /** The platform has a llama.cpp binary. */
  supported: boolean;
  downloads: readonly DownloadView[];
  /** Models of the local engine. */
  files: readonly ModelView[];
  onPick: () => void;
} & DownloadActs) {
  const t = useT();
  const fetched = new Set(
    downloads.flatMap(({ state }) => (state.kind === "present" ? [state.modelId] : [])),
  );
  const picked = files.filter(
    ({ ref, removable }) => removable === true && !fetched.has(ref.modelId),
  );
  return (
    <>
      <header className={`${s.sub} ${s.next}`}>
        <h2>{t("settings.local.title")}</h2>
        <span className="xs ink3 cut">{t("settings.local.intro")}</span>
        <span className="grow" />
        <Button size="s" icon={FolderIcon} disabled={!supported} onClick={onPick}>
          {t("settings.local.pick")}
        </Button>
      </header>
      {!supported && (
        <Bar tone="warn" title={t("settings.local.unsupported")} quiet>
          {t("settings.local.unsupportedWhy")}
        </Bar>
      )}
      <ul className={s.offers}>
        {picked.map((model) => (
          <Picked key={model.ref.modelId} model={model} onRemove={acts.onRemove} />
        ))}
        {downloads.map((download) => (
          <DownloadRow
            key={download.id}
            download={download}
            supported={supported}
            deletable={isDeletable(download, files)}
            {...acts}
          />
        ))}
      </ul>
    </>
  );
}

/** A file that lies in somebody else's folder was only found: it is used, never deleted. */
function isDeletable({ state }: DownloadView, files: readonly ModelView[]): boolean {
  if (state.kind !== "present") return false;
  return files.some(({ ref, removable }) => ref.modelId === state.modelId && removable === true);
}

function Picked({ model, onRemove }: { model: ModelView; onRemove: (modelId: string) => void }) {
  const t = useT();
  return (
    <li className={s.offer}>
      <div>
        <h3>
          <Visible text={model.name} />
        </h3>
        <p className={s.offerFacts}>{t("settings.local.yourFile")}</p>
      </div>
      <div className={s.offerActs}>
        <Button
          size="s"
          icon={CloseIcon}
          aria-label={`${t("settings.local.forget")}: ${model.name}`}
          onClick={() => onRemove(model.ref.modelId)}
        >
          {t("settings.local.forget")}
        </Button>
      </div>
    </li>
  );
}
