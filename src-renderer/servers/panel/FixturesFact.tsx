// Whether the server gets responses from fixtures.
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { openSettings } from "../../state/view.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { FixtureSwitch } from "../../components/requests/FixtureSwitch.tsx";
import { Fact } from "./Fact.tsx";

export function FixturesFact({ serverId }: { serverId: string }) {
  const t = useT();
  const { folder, on, atStart } = useMirror((state) => state.fixtures);
  return (
    <Fact label={t("common.fixtures")}>
      <FixtureSwitch
        words={t("fixtures.on")}
        folder={folder}
        on={on.includes(serverId)}
        atStart={atStart.includes(serverId)}
        onSwitch={(to) => void send("fixtures.switch", serverId, to)}
        onAtStart={(to) => void send("fixtures.atStart", serverId, to)}
      />
      <p className="xs">
        <LinkButton onClick={() => openSettings("fixtures")}>{t("fixtures.toSettings")}</LinkButton>
      </p>
    </Fact>
  );
}
