// Settings for running without a window: stay in the tray, start at login.
import { useEffect, useState } from "react";
import type { LoginItemView, MachineView } from "#shared/ipc/machine.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { SettingsPart } from "./SettingsPart.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

export function Background({
  settings,
  machine,
  onChange,
}: {
  settings: Pick<Settings, "closeToTray">;
  machine: Pick<MachineView, "platform">;
  onChange: (part: Partial<Settings>) => void;
}) {
  const t = useT();
  return (
    <SettingsPart label={t("settings.background.label")}>
      {/* On macOS apps keep running without a window anyway. */}
      {machine.platform !== "darwin" && (
        <Checkbox
          checked={settings.closeToTray}
          onChange={(closeToTray) => onChange({ closeToTray })}
          hint={t("settings.background.closeHint")}
        >
          {t("settings.background.close")}
        </Checkbox>
      )}
      <AtLogin />
    </SettingsPart>
  );
}

/** Reads the system's own setting, which other programs may change too. */
function AtLogin() {
  const t = useT();
  const [item, setItem] = useState<LoginItemView | null>(null);
  const { failure, tell } = useAction();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void send("app.loginItem").then((look) => look.ok && setItem(look.value));
  }, []);
  const change = async (on: boolean): Promise<void> => {
    const set = await send("app.setLoginItem", on);
    tell(set);
    if (!set.ok) return;
    setItem(set.value);
    setRefused(set.value.on !== on);
  };
  const words = item?.available === false ? "loginUnavailable" : "loginHint";
  return (
    <>
      <FailureBar failure={failure} />
      <Checkbox
        checked={item?.on ?? false}
        disabled={item?.available !== true}
        onChange={(on) => void change(on)}
        hint={t(`settings.background.${refused ? "loginRefused" : words}`)}
      >
        {t("settings.background.login")}
      </Checkbox>
    </>
  );
}
