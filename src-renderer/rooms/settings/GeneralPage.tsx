// Language, appearance, notifications; where data is stored and how secrets are protected.
import { LANGUAGE_CODES, LANGUAGES } from "#shared/languages.ts";
import { KEYS } from "#shared/shortcuts.ts";
import type { ReactNode } from "react";
import type { MachineView } from "#shared/ipc/machine.ts";
import { ZOOMS } from "#shared/settings/zoom.ts";
import { CANDIDATES_AT_ONCE_MAX } from "#shared/settings/settings.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { Background } from "./Background.tsx";
import { SettingsPart } from "./SettingsPart.tsx";
import { RetentionSettings } from "./record/RetentionSettings.tsx";
import { Page, PageBody, PageForm } from "#kit/layout/Room.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { Row } from "#kit/layout/Stack.tsx";

const AT_ONCE = Array.from({ length: CANDIDATES_AT_ONCE_MAX }, (_, at) => String(at + 1));

export function GeneralPage({
  settings,
  machine,
  problem,
  onChange,
  onKeys,
}: {
  settings: Settings;
  machine: Pick<
    MachineView,
    "profile" | "platform" | "secretStorage" | "isEncrypted" | "version" | "isTryOut"
  >;
  /** Why the last change failed. */
  problem: ReactNode;
  onChange: (part: Partial<Settings>) => void;
  onKeys: () => void;
}) {
  const t = useT();
  return (
    <Page label={t("settings.page.general")}>
      <TitleBar title={t("settings.page.general")} />
      {problem}
      <PageBody>
        <PageForm>
          <Look settings={settings} onChange={onChange} />
          <SettingsPart label={t("common.notifications")}>
            <Checkbox
              checked={settings.notifications}
              onChange={(notifications) => onChange({ notifications })}
              hint={t("settings.notifications.hint")}
            >
              {t("settings.notifications.words")}
            </Checkbox>
          </SettingsPart>
          <Deciding settings={settings} onChange={onChange} />
          <Background settings={settings} machine={machine} onChange={onChange} />
          <SettingsPart label={t("candidates.atOnce.label")}>
            <Select
              aria-label={t("candidates.atOnce.words")}
              value={String(settings.candidatesAtOnce)}
              options={AT_ONCE.map((value) => ({ value, label: value }))}
              onChange={(value) => onChange({ candidatesAtOnce: Number(value) })}
            />
            <Hint below>{t("candidates.atOnce.hint")}</Hint>
          </SettingsPart>
          <SettingsPart label={t("retention.label")}>
            <RetentionSettings
              retention={settings.retention}
              onChange={(retention) => onChange({ retention })}
            />
          </SettingsPart>
          <SettingsPart label={t("settings.keys.label")}>
            <Button size="m" keys={KEYS.help} onClick={onKeys}>
              {t("common.showKeyboardShortcuts")}
            </Button>
          </SettingsPart>
          <Encryption settings={settings} machine={machine} onChange={onChange} />
          <Data machine={machine} />
        </PageForm>
      </PageBody>
    </Page>
  );
}

interface PartProps {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}

function Look({ settings, onChange }: PartProps) {
  const t = useT();
  return (
    <>
      <SettingsPart label={t("settings.language.label")}>
        <RadioGroup
          inline
          label={t("settings.language.label")}
          value={settings.language}
          onChange={(language) => onChange({ language })}
          options={[
            { value: "system", label: t("settings.theme.system") },
            // Languages are listed by their own names.
            ...LANGUAGE_CODES.map((code) => ({
              value: code,
              label: <span lang={LANGUAGES[code].tag}>{LANGUAGES[code].name}</span>,
            })),
          ]}
        />
      </SettingsPart>
      <SettingsPart label={t("settings.theme.label")}>
        <RadioGroup
          inline
          label={t("settings.theme.label")}
          value={settings.theme}
          onChange={(theme) => onChange({ theme })}
          options={(["system", "light", "dark"] as const).map((value) => ({
            value,
            label: t(`settings.theme.${value}`),
          }))}
        />
      </SettingsPart>
      <SettingsPart label={t("settings.zoom.label")}>
        <Select
          aria-label={t("settings.zoom.label")}
          value={String(settings.zoom)}
          options={ZOOMS.map((percent) => ({
            value: String(percent),
            label: t("settings.zoom.percent", { percent: String(percent) }),
          }))}
          onChange={(value) => {
            const zoom = ZOOMS.find((percent) => String(percent) === value);
            if (zoom !== undefined) onChange({ zoom });
          }}
        />
      </SettingsPart>
    </>
  );
}

/** What happens after a decision. */
function Deciding({ settings, onChange }: PartProps) {
  const t = useT();
  return (
    <SettingsPart label={t("settings.advance.label")}>
      <Checkbox
        checked={settings.advance}
        onChange={(advance) => onChange({ advance })}
        hint={t("settings.advance.hint")}
      >
        {t("settings.advance.words")}
      </Checkbox>
    </SettingsPart>
  );
}

/** Whether the ledger is encrypted on disk. */
function Encryption({
  settings,
  machine,
  onChange,
}: PartProps & { machine: Pick<MachineView, "secretStorage" | "isEncrypted"> }) {
  const t = useT();
  return (
    <SettingsPart label={t("settings.encryption.label")}>
      <Checkbox
        checked={settings.encryptLedger}
        // Encryption can always be turned off.
        disabled={machine.secretStorage === "memory" && !settings.encryptLedger}
        onChange={(encryptLedger) => onChange({ encryptLedger })}
        hint={encryptionWords(t, settings.encryptLedger, machine)}
      >
        {t("settings.encryption.words")}
      </Checkbox>
    </SettingsPart>
  );
}

/** Whether the ledger is encrypted now, and what happens at the next start. */
function encryptionWords(
  t: T,
  wanted: boolean,
  { secretStorage, isEncrypted }: Pick<MachineView, "secretStorage" | "isEncrypted">,
): string {
  if (secretStorage === "memory") return t("settings.encryption.memory");
  const now = isEncrypted ? (wanted ? "on" : "still") : wanted ? "soon" : "off";
  return `${t(`settings.encryption.state.${now}`)} ${t("settings.encryption.key")}`;
}

function Data({
  machine,
}: {
  machine: Pick<MachineView, "profile" | "secretStorage" | "version" | "isTryOut">;
}) {
  const t = useT();
  return (
    <>
      <SettingsPart label={t("settings.data.label")}>
        <Row as="p">
          <Quote cut>{machine.profile}</Quote>
          <CopyButton what={t("settings.data.label")} text={() => machine.profile} />
        </Row>
        <Hint below>{t("settings.data.hint")}</Hint>
      </SettingsPart>
      <SettingsPart label={t("common.secrets")}>
        <p>{t(`settings.secrets.${machine.secretStorage}`)}</p>
      </SettingsPart>
      <SettingsPart label={t("settings.version")}>
        <p>{machine.version}</p>
        {machine.isTryOut && <Hint below>{t("settings.tryOut")}</Hint>}
      </SettingsPart>
    </>
  );
}
