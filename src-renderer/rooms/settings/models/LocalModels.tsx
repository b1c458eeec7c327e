// Local models: the one in memory, model files, and small models to download. Polls memory while shown.
import { useEffect, useState } from "react";
import type { LocalFacts, LocalModelView, LocalView } from "#shared/models/local/local.ts";
import type { DownloadView } from "#shared/models/model.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import {
  CloseIcon,
  DownloadIcon,
  FolderIcon,
  PauseIcon,
  PlayIcon,
  RemoveIcon,
  SettingsIcon,
  UnplugIcon,
} from "#kit/controls/icons.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Quote, Visible } from "#kit/text/Quote.tsx";
import { clock, decimal, size } from "#kit/text/time.ts";
import { MemoryLine } from "#request/models/MemoryLine.tsx";
import { ListHead } from "../SettingsPage.tsx";
import { LocalForm } from "./LocalForm.tsx";
import s from "./Models.module.css";

/** Free memory changes by itself; polled often enough to look live. */
const LOOK_EVERY_MS = 3000;

export function LocalModels({ tell }: { tell: UsedAction["tell"] }) {
  const t = useT();
  const view = useMirror((state) => state.local);
  const downloads = useMirror((state) => state.models.downloads);
  /** Whether llama.cpp has a binary for the platform. */
  const supported = useMirror((state) => state.models.localSupported);
  /** The model whose settings are open. */
  const [how, setHow] = useState<string | null>(null);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) void send("local.look", true);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const opened = view.models.find(({ modelId }) => modelId === how);
  return (
    <>
      <ListHead id="settings.local.title">
        <span className="xs ink3 cut">{t("settings.local.intro")}</span>
        <span className="grow" />
        <Button
          size="s"
          icon={FolderIcon}
          disabled={!supported}
          onClick={() => void send("models.pickFile").then(tell)}
        >
          {t("settings.local.pick")}
        </Button>
      </ListHead>
      {supported ? (
        <Engine view={view} onUnload={() => void send("local.unload").then(tell)} />
      ) : (
        <Bar tone="warn" title={t("settings.local.unsupported")} quiet>
          {t("settings.local.unsupportedWhy")}
        </Bar>
      )}
      <ul className={s.offers}>
        {view.models.map((model) => (
          <ModelFile
            key={model.modelId}
            model={model}
            view={view}
            source={downloads.find(
              ({ state }) => state.kind === "present" && state.modelId === model.modelId,
            )}
            onHow={() => setHow(model.modelId)}
            onRemove={() => void send("models.removeFile", model.modelId).then(tell)}
          />
        ))}
        {downloads
          .filter(({ state }) => state.kind !== "present")
          .map((download) => (
            <Download
              key={download.id}
              download={download}
              supported={supported}
              view={view}
              onStart={() => void send("models.download", download.id).then(tell)}
              onPause={() => void send("models.cancelDownload", download.id).then(tell)}
            />
          ))}
      </ul>
      {opened !== undefined && (
        <LocalForm
          key={opened.modelId}
          model={opened}
          view={view}
          onSave={(settings) => send("local.configure", opened.modelId, settings)}
          onClose={() => setHow(null)}
        />
      )}
    </>
  );
}

/** The model in memory, how long it stays, and a button to unload it. */
function Engine({ view, onUnload }: { view: LocalView; onUnload: () => void }) {
  const t = useT();
  const { engine, machine } = view;
  const busy = engine.kind === "on" && engine.busy;
  return (
    <div className={s.engine} role="group" aria-label={t("local.engine.label")}>
      <Dot state={engine.kind === "off" ? "off" : busy ? "busy" : "on"} />
      <p className={s.engineWords}>
        <Loaded view={view} />
        {machine.totalBytes > 0 && (
          <span>
            {t("local.engine.free", {
              available: size(t, machine.availableBytes),
              total: size(t, machine.totalBytes),
            })}
          </span>
        )}
        {machine.devices !== null && machine.devices.length > 0 && (
          <span>
            {t("local.engine.devices", {
              names: machine.devices.map(({ name }) => name).join(", "),
            })}
          </span>
        )}
      </p>
      {engine.kind === "on" && (
        <Button size="s" icon={UnplugIcon} disabled={busy} onClick={onUnload}>
          {t("local.engine.unload")}
        </Button>
      )}
    </div>
  );
}

/** Drawn every second, as the time that the model stays is shown. */
function Loaded({ view: { engine, models } }: { view: LocalView }) {
  const t = useT();
  const now = useNow();
  if (engine.kind === "off") return <span>{t("local.engine.off")}</span>;
  const { modelId, contextTokens, busy, waiting, memoryBytes, unloadAtMs } = engine;
  const name = models.find((model) => model.modelId === modelId)?.name;
  return (
    <>
      <span>
        {name === undefined || contextTokens === null
          ? t("local.engine.starting")
          : t("local.engine.loaded", { name, tokens: contextTokens })}
      </span>
      {busy && <span>{t("local.engine.busy")}</span>}
      {waiting > 0 && <span>{t("local.engine.waiting", { count: waiting })}</span>}
      {memoryBytes !== null && (
        <span>{t("local.engine.takes", { size: size(t, memoryBytes) })}</span>
      )}
      {!busy && (
        <span>
          {unloadAtMs === null
            ? t("local.engine.stays")
            : t("local.engine.leaves", { time: clock(unloadAtMs - now) })}
        </span>
      )}
    </>
  );
}

/** A model file: its facts, its memory needs, actions. */
function ModelFile({
  model,
  view,
  source,
  onHow,
  onRemove,
}: {
  model: LocalModelView;
  view: LocalView;
  /** The download that it came from. */
  source: DownloadView | undefined;
  onHow: () => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { from } = model;
  const remove =
    from === "picked" ? t("settings.local.removeFromList") : t("settings.local.delete");
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
          {source !== undefined && (
            <>
              <Quote bare cut>
                {source.source}
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

/** The facts in display order. */
function factWords(t: T, facts: LocalFacts): string[] {
  const { parameters, quantisation, architecture, contextTokens, licence } = facts;
  return [
    size(t, facts.bytes),
    ...(parameters === undefined
      ? []
      : [t("local.facts.parameters", { value: countWords(t, parameters) })]),
    ...(quantisation === undefined ? [] : [quantisation]),
    ...(architecture === undefined ? [] : [architecture]),
    ...(contextTokens === undefined ? [] : [t("local.facts.context", { count: contextTokens })]),
    licence === undefined
      ? t("local.facts.noLicence")
      : t("local.facts.licence", { name: licence }),
    t(facts.tools ? "local.facts.tools" : "local.facts.noTools"),
  ];
}

/** Short form, like `135 M` or `7.6 B`. */
function countWords(t: T, count: number): string {
  if (count >= 1e9)
    return t("local.billions", { value: decimal(count / 1e9, count < 1e11 ? 1 : 0) });
  if (count >= 1e6) return t("common.valueM", { value: decimal(count / 1e6) });
  return t("common.valueK", { value: decimal(count / 1e3) });
}

/**
 * A small model that can be downloaded: facts, progress, actions.
 * @param onPause pauses a running download; of a paused one, it deletes the partial file
 */
function Download({
  download,
  supported,
  view,
  onStart,
  onPause,
}: {
  download: DownloadView;
  supported: boolean;
  view: LocalView;
  onStart: () => void;
  onPause: () => void;
}) {
  const t = useT();
  const { state, name, bytes, transferBytes } = download;
  const isPart = state.kind === "downloading" || state.kind === "paused";
  return (
    <li className={s.offer}>
      <div>
        <h3>{name}</h3>
        <p className={s.offerFacts}>
          <span>
            {transferBytes === bytes
              ? size(t, bytes)
              : t("settings.local.sizes", {
                  bytes: size(t, bytes),
                  transfer: size(t, transferBytes),
                })}
          </span>
          <span>{download.licence}</span>
          <Quote bare cut>
            {download.source}
          </Quote>
          <Quote bare cut>
            {`SHA-256 ${download.sha256.slice(0, 16)}…`}
          </Quote>
        </p>
        {/* The file's other facts are known once it is downloaded. */}
        <MemoryLine model={{ facts: { bytes, tools: false } }} settings={{}} view={view} />
      </div>
      <div className={s.offerActs}>
        {isPart && (
          <span className={s.progress}>
            <progress
              max={transferBytes}
              value={state.receivedBytes}
              aria-label={t("settings.local.progress", { name })}
            />
            <span className="xs ink2">
              {t("settings.local.received", {
                received: size(t, state.receivedBytes),
                total: size(t, transferBytes),
              })}
            </span>
          </span>
        )}
        {state.kind === "absent" && (
          <Button
            size="s"
            icon={DownloadIcon}
            disabled={!supported}
            aria-label={`${t("settings.local.fetch")}: ${name}`}
            onClick={onStart}
          >
            {t("settings.local.fetch")}
          </Button>
        )}
        {state.kind === "downloading" && (
          <Button
            size="s"
            icon={PauseIcon}
            aria-label={`${t("settings.local.pause")}: ${name}`}
            onClick={onPause}
          >
            {t("settings.local.pause")}
          </Button>
        )}
        {state.kind === "checking" && (
          <span className="xs ink2" role="status">
            {t("settings.local.checking")}
          </span>
        )}
        {state.kind === "paused" && (
          <>
            <Button
              size="s"
              icon={PlayIcon}
              aria-label={`${t("settings.local.goOn")}: ${name}`}
              onClick={onStart}
            >
              {t("settings.local.goOn")}
            </Button>
            <Button
              size="s"
              level="plain"
              icon={CloseIcon}
              aria-label={`${t("common.cancel")}: ${name}`}
              onClick={onPause}
            >
              {t("common.cancel")}
            </Button>
          </>
        )}
      </div>
      {state.kind === "paused" && state.failure !== undefined && (
        <div className={s.offerFault}>
          <FailureBar failure={state.failure} quiet />
        </div>
      )}
    </li>
  );
}
