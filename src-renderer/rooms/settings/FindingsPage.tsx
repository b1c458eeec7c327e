// The checks of the scan: a switch for each, with its reason and an example.
import { FINDING_GROUPS } from "#shared/findings/groups.ts";
import { FINDING_KINDS, findingKinds } from "#shared/findings/kinds.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { PageForm } from "#kit/layout/Room.tsx";
import { Setting, SettingsPage, SettingsPart } from "./SettingsPage.tsx";
import s from "./Settings.module.css";

export function FindingsPage() {
  const t = useT();
  const off = useMirror((state) => state.settings.findingsOff);
  const { failure, tell } = useAction();
  const set = (kinds: readonly FindingKind[], on: boolean): void => {
    const findingsOff = findingKinds.filter((kind) =>
      kinds.includes(kind) ? !on : off.includes(kind),
    );
    void send("settings.set", { findingsOff }).then(tell);
  };
  const groups = FINDING_GROUPS.map((group) => ({
    group,
    kinds: findingKinds.filter((kind) => FINDING_KINDS[kind].group === group),
  }));
  return (
    <SettingsPage title={t("settings.page.findings")} failure={failure}>
      <PageForm>
        <p>{t("findings.settings.intro")}</p>
        {groups.map(({ group, kinds }) => (
          <SettingsPart key={group} id={`findings.group.${group}`} isRegion>
            <div className={s.kinds}>
              <Checkbox
                checked={kinds.every((kind) => !off.includes(kind))}
                onChange={(on) => set(kinds, on)}
              >
                <b>{t("findings.settings.all", { group: t(`findings.group.${group}`) })}</b>
              </Checkbox>
              {kinds.map((kind) => (
                <Setting key={kind} id={`findings.kind.${kind}.title`}>
                  <Checkbox
                    checked={!off.includes(kind)}
                    onChange={(on) => set([kind], on)}
                    hint={
                      <>
                        {t(`findings.kind.${kind}.why`)}{" "}
                        <span className="wire">{t(`findings.kind.${kind}.example`)}</span>
                      </>
                    }
                  >
                    {t(`findings.kind.${kind}.title`)}
                  </Checkbox>
                </Setting>
              ))}
            </div>
          </SettingsPart>
        ))}
        <p className="ink2">{t("findings.settings.nothingElse")}</p>
      </PageForm>
    </SettingsPage>
  );
}
