// A small model that can be downloaded: facts, progress, actions.
import type { LocalView } from "#shared/models/local/local.ts";
import type { DownloadView } from "#shared/models/model.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { CloseIcon, DownloadIcon, PauseIcon, PlayIcon } from "#kit/controls/icons.ts";
import { MemoryLine } from "#request/models/MemoryLine.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { size } from "#kit/text/time.ts";
import s from "./Local.module.css";

export interface DownloadActs {
  onDownload: (id: string) => void;
  /** Pauses a running download; for a paused one, deletes the partial file. */
  onPause: (id: string) => void;
}

export function DownloadRow({
  download,
  supported,
  view,
  ...acts
}: { download: DownloadView; supported: boolean; view: LocalView } & DownloadActs) {
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
        {/* The file's other facts are known once it is downloaded. */}
        <MemoryLine
          model={{ facts: { bytes: download.bytes, tools: false } }}
          settings={{}}
          view={view}
        />
      </div>
      <div className={s.offerActs}>
        <DownloadState download={download} supported={supported} {...acts} />
      </div>
      {state.kind === "paused" && state.failure !== undefined && (
        <div className={s.offerFault}>
          <FailureBar failure={state.failure} quiet />
        </div>
      )}
    </li>
  );
}

/** The size of the file, and of the download if larger. */
function sizeWords(t: T, { bytes, transferBytes }: DownloadView): string {
  if (transferBytes === bytes) return size(t, bytes);
  return t("settings.local.sizes", { bytes: size(t, bytes), transfer: size(t, transferBytes) });
}

function DownloadState({
  download,
  supported,
  onDownload,
  onPause,
}: { download: DownloadView; supported: boolean } & DownloadActs) {
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
    // It is listed among the local models.
    case "present":
      return null;
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
