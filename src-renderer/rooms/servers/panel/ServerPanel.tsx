// The panel of one server: state, identity, endpoint, policy, output.
import { useEffect } from "react";
import type { GatewayView } from "#shared/agents/gateway/gatewayView.ts";
import type { Result } from "#shared/contract/contract.ts";
import type { Failure } from "#shared/outcome.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { loadServerOutput, send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openServerDialog, openSettings } from "#data/view.ts";
import { FixtureSwitch } from "#request/FixtureSwitch.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Dot } from "#kit/layout/Badge.tsx";
import { RoomPanel } from "#kit/layout/Room.tsx";
import { Fact, TitleBar } from "#kit/layout/Section.tsx";
import { inputOf } from "../serverDraft.ts";
import { SignIn } from "../sign-in/SignIn.tsx";
import { entriesOf, HostsFact } from "./HostsFact.tsx";
import { PanelBars } from "./PanelBars.tsx";
import {
  Abilities,
  EndpointFact,
  IdentityFact,
  ProtocolSelect,
  ReportedFacts,
  RootsFact,
} from "./PanelFacts.tsx";
import { PanelLines } from "./PanelLines.tsx";
import { PolicyFacts } from "./PolicyFacts.tsx";
import { mainAct, otherActs } from "./serverActs.ts";
import { stateWords } from "./stateWords.ts";
import s from "./Panel.module.css";

export function ServerPanel({
  server,
  hosts,
  onFailure,
}: {
  server: ServerView;
  /** Null until they are known. */
  hosts: GatewayView | null;
  onFailure: (failure: Failure | null) => void;
}) {
  const t = useT();
  const { id, name, endpoint } = server;
  const lines = useMirror((state) => state.lines[id]);
  useEffect(() => void loadServerOutput(id), [id]);
  const fixtures = useMirror((state) => state.fixtures);
  const tell = (result: Result<"servers.connect">): void =>
    onFailure(result.ok ? null : result.failure);
  const runs = {
    onConnect: () => void send("servers.connect", id).then(tell),
    onEnable: (on: boolean): void => {
      if (on && endpoint.kind === "stdio") openServerDialog({ kind: "review", ids: [id] });
      void send("servers.enable", id, on).then(tell);
    },
  };
  const { dot, words } = stateWords(t, server);
  const { wrapped, others: byHand } = entriesOf(hosts, id);
  const main = mainAct(t, server, runs);
  const others = otherActs(t, server, runs);
  // The palette adds the server's name to each action.
  useActions(
    "server",
    [...(main === null ? [] : [main]), ...others].map((act) => ({
      id: `server-${act.id}`,
      group: "app",
      label: `${name}: ${act.label}`,
      run: act.run,
    })),
  );
  return (
    <RoomPanel label={t("servers.panel", { name })}>
      <TitleBar
        title={
          <span className="row cut">
            <Dot state={dot} label={words} />
            <span className="cut" title={name}>
              {name}
            </span>
          </span>
        }
      >
        <span className="grow" />
        {main !== null && (
          <Button size="m" icon={main.icon} level={main.level ?? "normal"} onClick={main.run}>
            {main.label}
          </Button>
        )}
      </TitleBar>
      <div className={s.actions} role="group" aria-label={t("servers.actions")}>
        {others.map((act) => (
          <Button key={act.id} level="plain" size="s" icon={act.icon} onClick={act.run}>
            {act.label}
          </Button>
        ))}
      </div>
      <PanelBars server={server} />
      <div className={s.facts}>
        <SignIn server={server} onFailure={onFailure} />
        <Abilities server={server} />
        <HostsFact server={server} hosts={hosts} />
        <EndpointFact server={server} />
        {endpoint.kind !== "demo" && (
          <Fact label={t("common.protocolVersion")}>
            <ProtocolSelect
              value={server.era}
              onChange={(era) =>
                void send("servers.update", id, { ...inputOf(server), era }).then(tell)
              }
            />
          </Fact>
        )}
        <PolicyFacts
          server={server}
          isForHosts={wrapped.length + byHand.length + (server.hostSessions ?? []).length > 0}
          onControl={(control) =>
            void send("servers.policy", id, { ...server.policy, control }).then(tell)
          }
        />
        <RootsFact server={server} />
        <Fact label={t("common.fixtures")}>
          <FixtureSwitch
            words={t("fixtures.on")}
            folder={fixtures.folder}
            on={fixtures.on.includes(id)}
            onSwitch={(to) => void send("fixtures.switch", id, to)}
          />
          <p className="xs">
            <LinkButton onClick={() => openSettings("fixtures")}>
              {t("fixtures.toSettings")}
            </LinkButton>
          </p>
        </Fact>
        <IdentityFact server={server} />
        <ReportedFacts server={server} />
      </div>
      <PanelLines
        lines={lines}
        dropped={server.linesDropped ?? 0}
        stdio={endpoint.kind !== "http"}
      />
    </RoomPanel>
  );
}
