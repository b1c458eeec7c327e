// One server: what it is, how it is reached, what it says of itself, what it wrote.
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { EraChoice, ServerLine, ServerView } from "../../../src-shared/servers/server.ts";
import { useT } from "../../i18n/index.ts";
import { Dot } from "../../ui/layout/Badge.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import {
  AgainIcon,
  ByHandIcon,
  PlugIcon,
  RemoveIcon,
  TrafficIcon,
  UnplugIcon,
} from "../../ui/controls/icons.ts";
import { TitleBar } from "../../ui/layout/Section.tsx";
import { reviewedKind, reviewServers } from "../../state/approval.ts";
import { openServerDialog, openTraffic } from "../../state/view.ts";
import { ControlFact } from "./Control.tsx";
import { FixturesFact } from "./FixturesFact.tsx";
import { BudgetFact } from "./BudgetFact.tsx";
import { PanelBars } from "./PanelBars.tsx";
import { Abilities, EraFact, Reached, Reported } from "./PanelFacts.tsx";
import { IdentityFact, IdentityPanelBars } from "./PanelIdentity.tsx";
import { PanelLines } from "./PanelLines.tsx";
import { RootsFact } from "./PanelUpkeep.tsx";
import { PolicyFact } from "./PolicyFact.tsx";
import { SignIn } from "../sign-in/SignIn.tsx";
import type { SignInActions } from "../sign-in/SignIn.tsx";
import { stateWords } from "./stateWords.ts";
import { RoomPanel } from "../../ui/layout/Room.tsx";
import s from "../Servers.module.css";

export interface PanelActions {
  signIn: SignInActions;
  onConnect: () => void;
  onEnable: (enabled: boolean) => void;
  onEra: (era: EraChoice) => void;
  onControl: (control: ServerPolicy["control"]) => void;
}

export function ServerPanel({
  server,
  lines,
  ...actions
}: { server: ServerView; lines: readonly ServerLine[] | undefined } & PanelActions) {
  const t = useT();
  const { dot, words } = stateWords(t, server);
  return (
    <RoomPanel label={t("servers.panel", { name: server.name })}>
      <TitleBar title={<Name name={server.name} dot={dot} words={words} />}>
        <span className="grow" />
        <MainAction server={server} {...actions} />
      </TitleBar>
      <Actions server={server} {...actions} />
      <PanelBars server={server} />
      <IdentityPanelBars server={server} />
      <div className={s.facts}>
        <SignIn server={server} {...actions.signIn} />
        <Abilities server={server} />
        <Reached server={server} />
        <EraFact server={server} onEra={actions.onEra} />
        <ControlFact server={server} onControl={actions.onControl} />
        <PolicyFact
          policy={server.policy}
          onChange={() => openServerDialog({ kind: "policy", id: server.id })}
        />
        <BudgetFact serverId={server.id} />
        <RootsFact server={server} />
        <FixturesFact serverId={server.id} />
        <IdentityFact server={server} />
        <Reported server={server} />
      </div>
      <PanelLines
        lines={lines}
        dropped={server.linesDropped ?? 0}
        stdio={server.endpoint.kind !== "http"}
      />
    </RoomPanel>
  );
}

/** What can be done besides; the bundled server has no settings and is never removed. */
function Actions({ server, onEnable }: { server: ServerView } & PanelActions) {
  const t = useT();
  const own = server.endpoint.kind !== "demo";
  return (
    <div className={s.actions} role="group" aria-label={t("servers.actions")}>
      {own && (
        <Button
          level="plain"
          size="s"
          icon={ByHandIcon}
          onClick={() => openServerDialog({ kind: "edit", id: server.id })}
        >
          {t("servers.edit")}
        </Button>
      )}
      <Button
        level="plain"
        size="s"
        icon={TrafficIcon}
        onClick={() => openTraffic({ serverId: server.id })}
      >
        {t("traffic.open")}
      </Button>
      {server.enabled && (
        <Button level="plain" size="s" icon={UnplugIcon} onClick={() => onEnable(false)}>
          {t("servers.switchOff")}
        </Button>
      )}
      {own && (
        <Button
          level="plain"
          size="s"
          icon={RemoveIcon}
          onClick={() => openServerDialog({ kind: "remove", id: server.id })}
        >
          {t("servers.remove")}
        </Button>
      )}
    </div>
  );
}

function Name({
  name,
  dot,
  words,
}: {
  name: string;
  dot: "on" | "off" | "busy" | "bad";
  words: string;
}) {
  return (
    <span className="row cut">
      <Dot state={dot} label={words} />
      <span className="cut" title={name}>
        {name}
      </span>
    </span>
  );
}

/** The one thing that is most likely wanted in this state. */
function MainAction({ server, onConnect, onEnable }: { server: ServerView } & PanelActions) {
  const t = useT();
  switch (server.state.kind) {
    case "off":
      return (
        <Button size="m" icon={PlugIcon} onClick={() => onEnable(true)}>
          {t("servers.switchOn")}
        </Button>
      );
    case "needs-confirmation":
      return (
        <Button size="m" level="primary" onClick={() => reviewServers([server.id])}>
          {t(`servers.review.${reviewedKind(server)}`)}
        </Button>
      );
    case "connecting":
    // What can be done then stands with the question.
    case "needs-sign-in":
      return null;
    case "connected":
    case "reconnecting":
    case "failed": {
      const local = server.endpoint.kind === "stdio" || server.endpoint.kind === "demo";
      return (
        <Button size="m" icon={AgainIcon} onClick={onConnect}>
          {local ? t("servers.startAgain") : t("servers.connectAgain")}
        </Button>
      );
    }
  }
}
