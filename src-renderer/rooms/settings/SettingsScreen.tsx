// The Settings room: its pages, of which one is shown.
import { openSettings, useView } from "#data/view.ts";
import { useT } from "#words/index.ts";
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
import { FixturesPage } from "./FixturesPage.tsx";
import { GeneralPage } from "./GeneralPage.tsx";
import { LimitsPage } from "./LimitsPage.tsx";
import { ModelsPage } from "./models/ModelsPage.tsx";
import { NetworkPage } from "./NetworkPage.tsx";
import { TeamPage } from "./TeamPage.tsx";
import s from "./Settings.module.css";

const PAGES = [
  { page: "general", icon: SettingsIcon, Page: GeneralPage },
  { page: "limits", icon: TimerIcon, Page: LimitsPage },
  { page: "models", icon: ModelIcon, Page: ModelsPage },
  { page: "network", icon: GlobeIcon, Page: NetworkPage },
  { page: "team", icon: PeopleIcon, Page: TeamPage },
  { page: "findings", icon: WarnIcon, Page: FindingsPage },
  { page: "fixtures", icon: FixtureIcon, Page: FixturesPage },
] as const;

export function SettingsScreen() {
  const t = useT();
  const chosen = useView((state) => state.settingsPage);
  const { Page } = PAGES.find(({ page }) => page === chosen) ?? PAGES[0];
  return (
    <div className={s.screen}>
      <nav className={s.nav} aria-label={t("common.settings")}>
        <TitleBar title={t("common.settings")} />
        <ul>
          {PAGES.map(({ page, icon }) => (
            <li key={page}>
              <button
                type="button"
                className={s.link}
                aria-current={page === chosen ? "page" : undefined}
                onClick={() => openSettings(page)}
              >
                <Icon of={icon} />
                {t(`settings.page.${page}`)}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Page />
    </div>
  );
}
