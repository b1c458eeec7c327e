// The server's own mode, and the mode that is effective.
import { effectiveSwitch } from "#shared/servers/policy/control.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import type { T } from "#words/index.ts";
import { useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { Fact } from "./Fact.tsx";
import s from "../policy/Policy.module.css";

type Control = ServerPolicy["control"];
const CONTROLS = ["as-set", "review", "rules", "stopped"] as const;

/** On the panel: changes apply at once. */
export function ControlFact({
  server,
  onControl,
}: {
  server: ServerView;
  onControl: (control: Control) => void;
}) {
  const t = useT();
  const master = useMirror((state) => state.desk.masterSwitch);
  const { control } = server.policy;
  return (
    <Fact label={t("policy.control.label")}>
      <Select
        aria-label={t("policy.control.label")}
        value={control}
        options={CONTROLS.map((value) => ({ value, label: t(`policy.control.${value}`) }))}
        onChange={onControl}
      />
      <p className={s.hint}>{holdsWords(t, master, control)}</p>
    </Fact>
  );
}

/** In the form: changes apply when it is saved. */
export function ControlField({
  control,
  onControl,
}: {
  control: Control;
  onControl: (control: Control) => void;
}) {
  const t = useT();
  const master = useMirror((state) => state.desk.masterSwitch);
  return (
    <Fact label={t("policy.control.label")}>
      <RadioGroup
        label={t("policy.control.label")}
        value={control}
        onChange={onControl}
        options={CONTROLS.map((value) => ({
          value,
          label: t(`policy.control.${value}`),
          hint: t(`policy.control.${value}Hint`),
        }))}
      />
      <p className={s.hint}>{holdsWords(t, master, control)}</p>
    </Fact>
  );
}

/** Which mode is effective, and why: always the stricter one. */
function holdsWords(t: T, master: MasterSwitch, control: Control): string {
  const holds = effectiveSwitch(master, control);
  const now = t(`shell.master.${holds}`);
  if (control === "as-set" || control === master) return t("policy.control.now", { now });
  return holds === master
    ? t("policy.control.masterHolds", { now })
    : t("policy.control.ownHolds", { now, master: t(`shell.master.${master}`) });
}
