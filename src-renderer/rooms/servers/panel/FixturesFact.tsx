// Whether the server gets responses from fixtures.
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openSettings } from "#data/view.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FixtureSwitch } from "#request/FixtureSwitch.tsx";
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
