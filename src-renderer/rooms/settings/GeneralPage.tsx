// Language, appearance, notifications; where data is stored and how secrets are protected.
import { useEffect, useState } from "react";
import type { LoginItemView, MachineView } from "#shared/contract/machine.ts";
import { LANGUAGE_CODES, LANGUAGES } from "#shared/languages.ts";
import { CANDIDATES_AT_ONCE_MAX } from "#shared/settings/settings.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { ZOOMS } from "#shared/settings/zoom.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { view } from "#data/view.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { PageForm } from "#kit/layout/Room.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { RetentionSettings } from "./RetentionSettings.tsx";
import { SettingsPage, SettingsPart } from "./SettingsPage.tsx";
import { Updates } from "./Updates.tsx";

const AT_ONCE = Array.from({ length: CANDIDATES_AT_ONCE_MAX }, (_, at) => String(at + 1));

export function GeneralPage() {
  const t = useT();
  const settings = useMirror((state) => state.settings);
  const machine = useMirror((state) => state.machine);
  const { failure, tell } = useAction();
  const change = (part: Partial<Settings>): void => void send("settings.set", part).then(tell);
  return (
    <SettingsPage title={t("settings.page.general")} failure={failure}>
      <PageForm>
        <SettingsPart id="settings.language.label">
          <RadioGroup
            inline
            label={t("settings.language.label")}
            value={settings.language}
            onChange={(language) => change({ language })}
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
        <SettingsPart id="settings.theme.label">
          <RadioGroup
            inline
            label={t("settings.theme.label")}
            value={settings.theme}
            onChange={(theme) => change({ theme })}
            options={(["system", "light", "dark"] as const).map((value) => ({
              value,
              label: t(`settings.theme.${value}`),
            }))}
          />
        </SettingsPart>
        <SettingsPart id="settings.zoom.label">
          <Select
            aria-label={t("settings.zoom.label")}
            value={String(settings.zoom)}
            options={ZOOMS.map((percent) => ({
              value: String(percent),
              label: t("settings.zoom.percent", { percent: String(percent) }),
            }))}
            onChange={(value) => {
              const zoom = ZOOMS.find((percent) => String(percent) === value);
              if (zoom !== undefined) change({ zoom });
            }}
          />
        </SettingsPart>
        <SettingsPart id="common.notifications">
          <Checkbox
            checked={settings.notifications}
            onChange={(notifications) => change({ notifications })}
            hint={t("settings.notifications.hint")}
          >
            {t("settings.notifications.words")}
          </Checkbox>
        </SettingsPart>
        <SettingsPart id="settings.advance.label">
          <Checkbox
            checked={settings.advance}
            onChange={(advance) => change({ advance })}
            hint={t("settings.advance.hint")}
          >
            {t("settings.advance.words")}
          </Checkbox>
        </SettingsPart>
        <SettingsPart id="settings.background.label">
          {/* On macOS apps keep running without a window anyway. */}
          {machine.platform !== "darwin" && (
            <Checkbox
              checked={settings.closeToTray}
              onChange={(closeToTray) => change({ closeToTray })}
              hint={t("settings.background.closeHint")}
            >
              {t("settings.background.close")}
            </Checkbox>
          )}
          <AtLogin />
        </SettingsPart>
        <SettingsPart id="candidates.atOnce.label">
          <Select
            aria-label={t("candidates.atOnce.words")}
            value={String(settings.candidatesAtOnce)}
            options={AT_ONCE.map((value) => ({ value, label: value }))}
            onChange={(value) => change({ candidatesAtOnce: Number(value) })}
          />
          <Hint below>{t("candidates.atOnce.hint")}</Hint>
        </SettingsPart>
        <SettingsPart id="retention.label">
          <RetentionSettings
            retention={settings.retention}
            onChange={(retention) => change({ retention })}
          />
        </SettingsPart>
        <SettingsPart id="settings.keys.label">
          <Button size="m" keys={KEYS.help} onClick={() => view.setState({ keysOpen: true })}>
            {t("common.showKeyboardShortcuts")}
          </Button>
        </SettingsPart>
        <SettingsPart id="settings.encryption.label">
          <Checkbox
            checked={settings.encryptLedger}
            // Encryption can always be turned off.
            disabled={machine.secretStorage === "memory" && !settings.encryptLedger}
            onChange={(encryptLedger) => change({ encryptLedger })}
            hint={encryptionWords(t, settings.encryptLedger, machine)}
          >
            {t("settings.encryption.words")}
          </Checkbox>
        </SettingsPart>
        <SettingsPart id="settings.data.label">
          <Row as="p">
            <Quote cut>{machine.profile}</Quote>
            <CopyButton what={t("settings.data.label")} text={() => machine.profile} />
          </Row>
          <Hint below>{t("settings.data.hint")}</Hint>
        </SettingsPart>
        <SettingsPart id="common.secrets">
          <p>{t(`settings.secrets.${machine.secretStorage}`)}</p>
        </SettingsPart>
        <SettingsPart id="settings.version">
          <p>{machine.version}</p>
          {machine.isTryOut && <Hint below>{t("settings.tryOut")}</Hint>}
        </SettingsPart>
        <SettingsPart id="updates.label">
          <Updates choice={settings.updates} onChoose={(updates) => change({ updates })} />
        </SettingsPart>
      </PageForm>
    </SettingsPage>
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
    if (!tell(set)) return;
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
