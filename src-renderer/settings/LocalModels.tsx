// Models that run inside the app: files picked by the person, and small ones that can be fetched.
import type { DownloadView, ModelView } from "../../src-shared/models/model.ts";
import { useT } from "../i18n/index.ts";
import { Bar } from "../ui/Bar.tsx";
import { Button } from "../ui/Button.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { Icon } from "../ui/Icon.tsx";
import {
  CloseIcon,
  DoneIcon,
  DownloadIcon,
  FolderIcon,
  PauseIcon,
  PlayIcon,
  RemoveIcon,
} from "../ui/icons.ts";
import { Quote, Visible } from "../ui/Quote.tsx";
import { size } from "../ui/time.ts";
import s from "./Settings.module.css";

interface Acts {
  onDownload: (id: string) => void;
  /** Pauses what runs; forgets what is paused, with the part that has come. */
  onPause: (id: string) => void;
  onRemove: (modelId: string) => void;
}

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
} & Acts) {
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
          <Download
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

function Download({
  download,
  supported,
  deletable,
  ...acts
}: { download: DownloadView; supported: boolean; deletable: boolean } & Acts) {
  const t = useT();
  const { state } = download;
  return (
    <li className={s.offer}>
      <div>
        <h3>{download.name}</h3>
        <p className={s.offerFacts}>
          <span>{sizeWords(t, download)}</span>
          <span>{download.licence}</span>
          <Quote bare cut>
            {download.source}
          </Quote>
          <Quote bare cut>
            {`SHA-256 ${download.sha256.slice(0, 16)}…`}
          </Quote>
        </p>
      </div>
      <div className={s.offerActs}>
        <DownloadState download={download} supported={supported} deletable={deletable} {...acts} />
      </div>
      {state.kind === "paused" && state.failure !== undefined && (
        <div className={s.offerFault}>
          <FailureBar failure={state.failure} quiet />
        </div>
      )}
    </li>
  );
}

/** The size of the file, and what travels for it where that is more. */
function sizeWords(t: ReturnType<typeof useT>, { bytes, transferBytes }: DownloadView): string {
  if (transferBytes === bytes) return size(t, bytes);
  return t("settings.local.sizes", { bytes: size(t, bytes), transfer: size(t, transferBytes) });
}

function DownloadState({
  download,
  supported,
  deletable,
  onDownload,
  onPause,
  onRemove,
}: { download: DownloadView; supported: boolean; deletable: boolean } & Acts) {
  const t = useT();
  const { state, id, name } = download;
  switch (state.kind) {
    case "absent":
      return (
        <Button
          size="s"
          icon={DownloadIcon}
          disabled={!supported}
          aria-label={`${t("settings.local.fetch")}: ${name}`}
          onClick={() => onDownload(id)}
        >
          {t("settings.local.fetch")}
        </Button>
      );
    case "downloading":
      return (
        <>
          <Progress received={state.receivedBytes} download={download} />
          <Button
            size="s"
            icon={PauseIcon}
            aria-label={`${t("settings.local.pause")}: ${name}`}
            onClick={() => onPause(id)}
          >
            {t("settings.local.pause")}
          </Button>
        </>
      );
    case "checking":
      return (
        <span className="xs ink2" role="status">
          {t("settings.local.checking")}
        </span>
      );
    case "paused":
      return (
        <>
          <Progress received={state.receivedBytes} download={download} />
          <Button
            size="s"
            icon={PlayIcon}
            aria-label={`${t("settings.local.goOn")}: ${name}`}
            onClick={() => onDownload(id)}
          >
            {t("settings.local.goOn")}
          </Button>
          <Button
            size="s"
            level="plain"
            icon={CloseIcon}
            aria-label={`${t("common.cancel")}: ${name}`}
            onClick={() => onPause(id)}
          >
            {t("common.cancel")}
          </Button>
        </>
      );
    case "present":
      return (
        <>
          <span className={`xs ok ${s.ability}`}>
            <Icon of={DoneIcon} /> {t("settings.local.present")}
          </span>
          {deletable && (
            <Button
              size="s"
              level="plain"
              icon={RemoveIcon}
              aria-label={`${t("settings.local.delete")}: ${name}`}
              onClick={() => onRemove(state.modelId)}
            >
              {t("settings.local.delete")}
            </Button>
          )}
        </>
      );
  }
}

function Progress({ received, download }: { received: number; download: DownloadView }) {
  const t = useT();
  return (
    <span className={s.progress}>
      <progress
        max={download.transferBytes}
        value={received}
        aria-label={t("settings.local.progress", { name: download.name })}
      />
      <span className="xs ink2">
        {t("settings.local.received", {
          received: size(t, received),
          total: size(t, download.transferBytes),
        })}
      </span>
    </span>
  );
}
