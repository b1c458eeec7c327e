// The Agents room: the agents of this computer and the programs that call models themselves.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { pickConfigFile } from "#data/agents.ts";
import { Button } from "#kit/controls/Button.tsx";
import { PlusIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Room, RoomList } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { ConnectHostDialog } from "./hosts/ConnectHostDialog.tsx";
import { HostsPage } from "./hosts/HostsPage.tsx";
import { ProgramsPage } from "./programs/ProgramsPage.tsx";

export function AgentsScreen() {
  const t = useT();
  const [connecting, setConnecting] = useState(false);
  const [adding, setAdding] = useState(false);
  const { failure, tell } = useAction();
  return (
    <Room alone>
      <RoomList>
        <TitleBar title={t("common.agents")}>
          <span className="grow" />
          <Button size="m" onClick={() => void pickConfigFile().then(tell)}>
            {t("hosts.addFile")}
          </Button>
          <Button size="m" onClick={() => setConnecting(true)}>
            {t("hosts.connect")}
          </Button>
          <Button size="m" icon={PlusIcon} onClick={() => setAdding(true)}>
            {t("programs.add")}
          </Button>
        </TitleBar>
        <FailureBar failure={failure} />
        <HostsPage />
        <ProgramsPage adding={adding} onAdded={() => setAdding(false)} />
      </RoomList>
      {connecting && <ConnectHostDialog onClose={() => setConnecting(false)} />}
    </Room>
  );
}
