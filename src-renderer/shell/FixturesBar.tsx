// A notice on every screen while responses are served from fixtures without the user.
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { openSettings } from "../state/view.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { LinkButton } from "../ui/controls/Button.tsx";
import { FixtureIcon } from "../ui/controls/icons.ts";

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
