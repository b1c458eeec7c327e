// The model in memory, how long it stays, and a button to unload it.
import type { LocalView } from "#shared/models/local/local.ts";
import { useT } from "#words/index.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { UnplugIcon } from "#kit/controls/icons.ts";
import { clock, size } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import s from "./Local.module.css";

export function LocalEngine({ view, onUnload }: { view: LocalView; onUnload: () => void }) {
  const t = useT();
  const { engine, machine } = view;
  const busy = engine.kind === "on" && engine.busy;
  return (
    <div className={s.engine} role="group" aria-label={t("local.engine.label")}>
      <Dot state={engine.kind === "off" ? "off" : busy ? "busy" : "on"} />
      <p className={s.engineWords}>
        <Words view={view} />
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

function Words({ view: { engine, models } }: { view: LocalView }) {
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
