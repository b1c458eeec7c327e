// What a person sees who has no server yet: three ways to begin, the first of which needs nothing.
import { KEYS } from "../../src-shared/shortcuts.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { currentLanguage, useT } from "../i18n/index.ts";
import { Button, LinkButton } from "../ui/controls/Button.tsx";
import { Icon } from "../ui/controls/Icon.tsx";
import { DoneIcon } from "../ui/controls/icons.ts";
import { size } from "../ui/text/time.ts";
import { useFirstFocus } from "../ui/hooks/useFirstFocus.ts";
import type { Helper } from "./helpers.ts";
import s from "./FirstRun.module.css";

interface Found {
  count: number;
  programs: readonly string[];
}

export function FirstRun({
  helpers,
  small,
  found,
  secretStorage,
  problem,
  onDemo,
  onModels,
  onImport,
  onServers,
}: {
  /** Models that are there already, best first. */
  helpers: readonly Helper[];
  /** The small model that can be taken in, while it is not there; bytes that travel. */
  small: { bytes: number; licence: string } | null;
  /** Servers in other programs' settings; null while they are looked for. */
  found: Found | null;
  secretStorage: "encrypted" | "memory";
  /** Why the demo could not be run. */
  problem: ReactNode;
  /** Resolves when the demo has been started, or has failed. */
  onDemo: () => Promise<void>;
  onModels: () => void;
  onImport: () => void;
  onServers: () => void;
}) {
  const t = useT();
  const first = useFirstFocus<HTMLButtonElement>();
  const [busy, setBusy] = useState(false);
  const run = (): void => {
    setBusy(true);
    void onDemo().finally(() => setBusy(false));
  };
  return (
    <section className={s.start} aria-label={t("firstrun.label")}>
      <div className={s.inner}>
        <h1>{t("firstrun.title")}</h1>
        <p className={s.lead}>{t("firstrun.lead")}</p>
        {problem}
        <ol className={s.ways}>
          <Way
            number={1}
            title={t("firstrun.demo.title")}
            action={
              <Button
                ref={first}
                level="primary"
                keys={KEYS.confirm}
                className={s.action}
                aria-disabled={busy}
                onClick={busy ? undefined : run}
              >
                {busy ? t("firstrun.demo.busy") : t("firstrun.demo.run")}
              </Button>
            }
          >
            {t("firstrun.demo.text")}
          </Way>
          <Way
            number={2}
            title={t("firstrun.model.title")}
            action={
              <Button className={s.action} onClick={onModels}>
                {t("firstrun.model.choose")}
              </Button>
            }
          >
            <ModelText helpers={helpers} small={small} />
          </Way>
          <ServersWay found={found} onImport={onImport} onServers={onServers} />
        </ol>
        <p className={s.foot}>
          {t("firstrun.other")} <LinkButton onClick={onModels}>{t("firstrun.settings")}</LinkButton>
          {t("firstrun.stop")} {t(`firstrun.keys.${secretStorage}`)}
        </p>
      </div>
    </section>
  );
}

/** Servers of other programs' settings to look at, or the room of the servers where there are none. */
function ServersWay({
  found,
  onImport,
  onServers,
}: {
  found: Found | null;
  onImport: () => void;
  onServers: () => void;
}) {
  const t = useT();
  const some = found !== null && found.count > 0;
  return (
    <Way
      number={3}
      title={t("firstrun.servers.title")}
      action={
        <Button className={s.action} onClick={some ? onImport : onServers}>
          {some ? t("firstrun.servers.look") : t("firstrun.servers.open")}
        </Button>
      }
    >
      {some
        ? t("firstrun.servers.found", {
            count: found.count,
            programs: new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(
              found.programs,
            ),
          })
        : t("firstrun.servers.text")}
    </Way>
  );
}

function Way({
  number,
  title,
  action,
  children,
}: {
  number: number;
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={s.way}>
      <span className={s.number} aria-hidden="true">
        {number}
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </li>
  );
}

/** What is there, what could be there, and that no model is needed at all. */
function ModelText({
  helpers,
  small,
}: {
  helpers: readonly Helper[];
  small: { bytes: number; licence: string } | null;
}) {
  const t = useT();
  const [best] = helpers;
  return (
    <>
      {best !== undefined && (
        <>
          <span className="ok">
            <Icon of={DoneIcon} /> {best.local ? t("firstrun.model.inside") : best.name}
          </span>{" "}
          {best.model === null
            ? t("firstrun.model.counted", { count: best.count })
            : t("firstrun.model.named", { model: best.model, count: best.count - 1 })}{" "}
        </>
      )}
      {small !== null && (
        <>
          {t(best === undefined ? "firstrun.model.small" : "firstrun.model.orSmall", {
            size: size(t, small.bytes),
            licence: small.licence,
          })}{" "}
        </>
      )}
      {t("firstrun.model.byHand")}
    </>
  );
}
