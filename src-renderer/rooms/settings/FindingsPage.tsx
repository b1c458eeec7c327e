// The checks of the scan: a switch for each, with its reason and an example.
import { FINDING_KINDS, findingKinds } from "#shared/inspect/kinds.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import { FINDING_GROUPS } from "#shared/inspect/groups.ts";
import type { FindingGroup } from "#shared/inspect/groups.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { Page, PageBody, PageForm } from "#kit/layout/Room.tsx";
import { Label } from "#kit/text/Text.tsx";
import s from "./Settings.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

const kindsOf = (group: FindingGroup): FindingKind[] =>
  findingKinds.filter((kind) => FINDING_KINDS[kind].group === group);

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
  return (
    <Page label={t("settings.page.findings")}>
      <TitleBar title={t("settings.page.findings")} />
      <FailureBar failure={failure} />
      <PageBody>
        <PageForm>
          <p>{t("findings.settings.intro")}</p>
          {FINDING_GROUPS.map((group) => (
            <Group key={group} group={group} off={off} onSet={set} />
          ))}
          <p className="ink2">{t("findings.settings.nothingElse")}</p>
        </PageForm>
      </PageBody>
    </Page>
  );
}

function Group({
  group,
  off,
  onSet,
}: {
  group: FindingGroup;
  off: readonly FindingKind[];
  onSet: (kinds: readonly FindingKind[], on: boolean) => void;
}) {
  const t = useT();
  const kinds = kindsOf(group);
  const all = kinds.every((kind) => !off.includes(kind));
  const name = t(`findings.group.${group}`);
  return (
    <section aria-label={name}>
      <Label gap={4}>{name}</Label>
      <div className={s.kinds}>
        <Checkbox checked={all} onChange={(on) => onSet(kinds, on)}>
          <b>{t("findings.settings.all", { group: name })}</b>
        </Checkbox>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={!off.includes(kind)}
            onChange={(on) => onSet([kind], on)}
            hint={
              <>
                {t(`findings.kind.${kind}.why`)}{" "}
                <span className="wire">{t(`findings.kind.${kind}.example`)}</span>
              </>
            }
          >
            {t(`findings.kind.${kind}.title`)}
          </Checkbox>
        ))}
      </div>
    </section>
  );
}
