// A notice on every screen while responses are served from fixtures without the user.
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openSettings } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FixtureIcon } from "#kit/controls/icons.ts";

export function FixturesBar() {
  const t = useT();
  const { folder, on, pending } = useMirror((state) => state.fixtures);
  const servers = useMirror((state) => state.servers);
  const names = on.flatMap((id) => servers[id]?.name ?? []);
  if (folder === null || names.length === 0) return null;
  return (
    <Bar
      tone="warn"
      icon={FixtureIcon}
      title={t(pending === undefined ? "fixtures.strip" : "fixtures.pending.strip", {
        count: names.length,
        names: names.join(", "),
      })}
      actions={
        <>
          <LinkButton onClick={() => openSettings("fixtures")}>
            {t("fixtures.toSettings")}
          </LinkButton>
          <LinkButton onClick={() => void send("fixtures.switchAllOff")}>
            {t("common.turnOff")}
          </LinkButton>
        </>
      }
    />
  );
}
