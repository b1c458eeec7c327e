// The start page: what Countersign is, and the ways to get started. After the demo it leads to the user's own
// servers.
import { KEYS } from "#shared/shortcuts.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { currentLanguage, useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { DoneIcon, InfoIcon, MarkIcon, ModelIcon, ServerIcon } from "#kit/controls/icons.ts";
import { size } from "#kit/text/time.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { Doors } from "./Doors.tsx";
import type { Door } from "./Doors.tsx";
import type { Helper } from "./helpers.ts";
import s from "./FirstRun.module.css";

interface Found {
  count: number;
  programs: readonly string[];
}

interface Models {
  /** Models that are already available, best first. */
  helpers: readonly Helper[];
  /** The small model that can be downloaded, if it is not there yet; bytes of the download. */
  small: { bytes: number; licence: string } | null;
}

interface StartProps extends Models {
  /** The demo was completed. */
  isDone: boolean;
  /** Servers in other programs' settings; null while searching. */
  found: Found | null;
  /** Why the demo could not run. */
  problem: ReactNode;
  /** Resolves when the demo has started or failed. */
  onDemo: () => Promise<void>;
  onModels: () => void;
  onImport: () => void;
  onAdd: () => void;
  onHistory: () => void;
}

export function FirstRun(props: StartProps) {
  const { isDone, problem, onDemo, onHistory } = props;
  const t = useT();
  const first = useFirstFocus<HTMLButtonElement>();
  const [busy, setBusy] = useState(false);
  const demo: Door = {
    id: "demo",
    icon: MarkIcon,
    title: t("firstrun.demo.run"),
    text: t("firstrun.demo.text"),
    route: [t("firstrun.demo.server"), "Countersign", t("firstrun.demo.to")],
    label: busy ? t("firstrun.demo.busy") : t("firstrun.demo.run"),
    keys: KEYS.confirm,
    busy,
    run: () => {
      setBusy(true);
      void onDemo().finally(() => setBusy(false));
    },
  };
  const doors = [...(isDone ? [] : [demo]), serversDoor(t, props), modelDoor(t, props)];
  return (
    <section className={s.start} aria-label={t("firstrun.open")}>
      <div className={s.inner}>
        <h1>{t(isDone ? "firstrun.done.title" : "firstrun.title")}</h1>
        {isDone && (
          <p className={s.lead}>
            {t("firstrun.done.text")}{" "}
            <LinkButton onClick={onHistory}>{t("firstrun.done.history")}</LinkButton>
          </p>
        )}
        {problem}
        <Doors doors={doors} first={first} />
        <div className={s.reach}>
          <Icon of={InfoIcon} size="m" />
          <p>
            <b>{t("firstrun.sees")}</b> {t("firstrun.rest")}
          </p>
        </div>
      </div>
    </section>
  );
}

/** Imports servers from other programs' settings if there are any, else opens the form. */
function serversDoor(t: T, { found, onImport, onAdd }: StartProps): Door {
  const some = found !== null && found.count > 0;
  return {
    id: "servers",
    icon: ServerIcon,
    title: t("firstrun.servers.title"),
    text: some
      ? t("firstrun.servers.found", {
          count: found.count,
          programs: new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(
            found.programs,
          ),
        })
      : t("firstrun.servers.text"),
    route: ["Countersign", t("firstrun.servers.yours"), t("firstrun.servers.requests")],
    label: some ? t("servers.found.look") : t("servers.form.open"),
    run: some ? onImport : onAdd,
  };
}

function modelDoor(t: T, { helpers, small, onModels }: StartProps): Door {
  return {
    id: "model",
    icon: ModelIcon,
    title: t("firstrun.model.title"),
    text: <ModelText helpers={helpers} small={small} />,
    route: ["Countersign", t("firstrun.model.yours"), t("firstrun.model.response")],
    label: t("firstrun.model.choose"),
    run: onModels,
  };
}

/** Which models are available or could be, and that none is required. */
function ModelText({ helpers, small }: Models) {
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
