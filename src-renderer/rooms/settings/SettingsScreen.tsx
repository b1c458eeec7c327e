// The Settings room: the selected page, connected to main.
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import type { Settings } from "#shared/settings/settings.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openSettings, useView, view } from "#data/view.ts";
import type { SettingsPage } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import {
  FixtureIcon,
  GlobeIcon,
  ModelIcon,
  PeopleIcon,
  SettingsIcon,
  TimerIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { TitleBar } from "#kit/layout/Section.tsx";
import { FindingsPage } from "./FindingsPage.tsx";
import { FixturesPage } from "./fixtures/FixturesPage.tsx";
import { GeneralPage } from "./GeneralPage.tsx";
import { LimitsPage } from "./limits/LimitsPage.tsx";
import { ModelsRoom } from "./models/ModelsRoom.tsx";
import { TeamPage } from "./team/TeamPage.tsx";
import { NetworkPage } from "./network/NetworkPage.tsx";
import s from "./Settings.module.css";
import { scrollWithin } from "#kit/scrollWithin.ts";
import { useAction } from "#kit/hooks/useAction.ts";

const pages = [
  { page: "general", icon: SettingsIcon },
  { page: "limits", icon: TimerIcon },
  { page: "models", icon: ModelIcon },
  { page: "network", icon: GlobeIcon },
  { page: "team", icon: PeopleIcon },
  { page: "findings", icon: WarnIcon },
  { page: "fixtures", icon: FixtureIcon },
] as const;

export function SettingsScreen() {
  const page = useView((state) => state.settingsPage);
  const box = useRef<HTMLDivElement>(null);
  useOpenAt(box);
  return (
    <div ref={box} className={s.screen}>
      <Nav current={page} onPage={(to) => openSettings(to)} />
      {page === "models" && <ModelsRoom />}
      {page === "limits" && <LimitsPage />}
      {page === "network" && <NetworkPage />}
      {page === "team" && <TeamPage />}
      {page === "findings" && <FindingsPage />}
      {page === "fixtures" && <FixturesPage />}
      {(page === "general" || page === "keys") && <General />}
    </div>
  );
}

/** Scrolls to the setting in `view.settingAt` and focuses its first control. */
function useOpenAt(box: RefObject<HTMLElement | null>): void {
  const label = useView((state) => state.settingAt);
  useEffect(() => {
    if (label === null) return undefined;
    // The palette restores its focus first.
    const timer = setTimeout(() => {
      view.setState({ settingAt: null });
      const headings = box.current?.querySelectorAll<HTMLElement>("h2, label, legend") ?? [];
      const heading = [...headings].find(({ innerText, textContent }) =>
        (innerText ?? textContent).trim().startsWith(label),
      );
      const around = heading?.closest("label, fieldset, section");
      scrollWithin(around, "center");
      around?.querySelector<HTMLElement>("input, button, [tabindex]")?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [box, label]);
}

function Nav({ current, onPage }: { current: SettingsPage; onPage: (page: SettingsPage) => void }) {
  const t = useT();
  return (
    <nav className={s.nav} aria-label={t("common.settings")}>
      <TitleBar title={t("common.settings")} />
      <ul>
        {pages.map(({ page, icon }) => (
          <li key={page}>
            <button
              type="button"
              className={s.link}
              aria-current={page === current ? "page" : undefined}
              onClick={() => onPage(page)}
            >
              <Icon of={icon} />
              {t(`settings.page.${page}`)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function General() {
  const settings = useMirror((state) => state.settings);
  const machine = useMirror((state) => state.machine);
  const { failure, tell } = useAction();
  const change = (part: Partial<Settings>): void => void send("settings.set", part).then(tell);
  return (
    <GeneralPage
      settings={settings}
      machine={machine}
      problem={failure === null ? null : <FailureBar failure={failure} />}
      onChange={change}
      onKeys={() => view.setState({ keysOpen: true })}
    />
  );
}
