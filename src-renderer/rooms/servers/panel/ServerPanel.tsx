// The panel of one server: state, identity, endpoint, policy, output.
import type { GatewayView } from "#shared/gateway/gatewayView.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { EraChoice, ServerLine, ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { openServerDialog } from "#data/view.ts";
import { ControlFact } from "./Control.tsx";
import { FixturesFact } from "./FixturesFact.tsx";
import { Fact } from "./Fact.tsx";
import { BudgetFact } from "./BudgetFact.tsx";
import { HostsFact } from "./HostsFact.tsx";
import { entriesOf } from "../hosts/entriesOf.ts";
import { PanelBars } from "./PanelBars.tsx";
import { Abilities, EndpointFact, ProtocolSelect, ReportedFacts } from "./PanelFacts.tsx";
import { IdentityFact, IdentityPanelBars } from "./PanelIdentity.tsx";
import { PanelLines } from "./PanelLines.tsx";
import { RootsFact } from "./PanelConnection.tsx";
import { PolicyFact } from "./PolicyFact.tsx";
import { SignIn } from "../sign-in/SignIn.tsx";
import type { SignInActions } from "../sign-in/SignIn.tsx";
import { mainAct, otherActs, useInPalette } from "./serverActs.ts";
import type { Act } from "./serverActs.ts";
import { stateWords } from "./stateWords.ts";
import { RoomPanel } from "#kit/layout/Room.tsx";
import s from "../Servers.module.css";

export interface PanelActions {
  signIn: SignInActions;
  onConnect: () => void;
  onEnable: (enabled: boolean) => void;
  onProtocol: (versions: EraChoice) => void;
  onControl: (control: ServerPolicy["control"]) => void;
}

export function ServerPanel({
  server,
  lines,
  hosts,
  ...actions
}: {
  server: ServerView;
  lines: readonly ServerLine[] | undefined;
  /** Null until they are known. */
  hosts: GatewayView | null;
} & PanelActions) {
  const t = useT();
  const { dot, words } = stateWords(t, server);
  const { wrapped, others: byHand } = entriesOf(hosts, server.id);
  const isForHosts = wrapped.length + byHand.length + (server.hostSessions ?? []).length > 0;
  const main = mainAct(t, server, actions);
  const others = otherActs(t, server, actions);
  useInPalette(server.name, main === null ? others : [main, ...others]);
  return (
    <RoomPanel label={t("servers.panel", { name: server.name })}>
      <TitleBar title={<Name name={server.name} dot={dot} words={words} />}>
        <span className="grow" />
        {main !== null && (
          <Button size="m" icon={main.icon} level={main.level ?? "normal"} onClick={main.run}>
            {main.label}
          </Button>
        )}
      </TitleBar>
      <Others acts={others} />
      <PanelBars server={server} />
      <IdentityPanelBars server={server} />
      <div className={s.facts}>
        <SignIn server={server} {...actions.signIn} />
        <Abilities server={server} />
        <HostsFact server={server} hosts={hosts} />
        <EndpointFact server={server} />
        {server.endpoint.kind !== "demo" && (
          <Fact label={t("common.protocolVersion")}>
            <ProtocolSelect value={server.era} onChange={actions.onProtocol} />
          </Fact>
        )}
        <ControlFact server={server} onControl={actions.onControl} />
        <PolicyFact
          policy={server.policy}
          isForHosts={isForHosts}
          onChange={() => openServerDialog({ kind: "policy", id: server.id })}
        />
        <BudgetFact serverId={server.id} />
        <RootsFact server={server} />
        <FixturesFact serverId={server.id} />
        <IdentityFact server={server} />
        <ReportedFacts server={server} />
      </div>
      <PanelLines
        lines={lines}
        dropped={server.linesDropped ?? 0}
        stdio={server.endpoint.kind !== "http"}
      />
    </RoomPanel>
  );
}

/** The other actions. */
function Others({ acts }: { acts: readonly Act[] }) {
  const t = useT();
  return (
    <div className={s.actions} role="group" aria-label={t("servers.actions")}>
      {acts.map(({ id, label, icon, run }) => (
        <Button key={id} level="plain" size="s" icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
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
