// Joining a team, or changing where its database is. The password is sent to main and never comes back.
import { useState } from "react";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { TeamSettings } from "#shared/team/settings.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { FolderIcon } from "#kit/controls/icons.ts";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { PageForm } from "#kit/layout/Room.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Label } from "#kit/text/Text.tsx";

const NEW: TeamSettings = { url: "", label: "", authorities: null, allowPlain: false };

export function TeamForm({
  settings,
  tell,
}: {
  settings: TeamSettings | null;
  tell: (result: Outcome<unknown, Failure>) => void;
}) {
  const t = useT();
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const isKept = useMirror(({ team }) => team.isPasswordKept);
  const [input, setInput] = useState(settings ?? NEW);
  const [password, setPassword] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const set = (part: Partial<TeamSettings>): void => setInput({ ...input, ...part });
  const missing = (value: string, fault: string) => (tried && value.trim() === "" ? { fault } : {});
  const join = async (): Promise<void> => {
    setTried(true);
    if (input.url.trim() === "" || input.label.trim() === "") return;
    const joined = await send("team.join", input, password);
    tell(joined);
    if (joined.ok) setPassword(null);
  };
  const label = t(settings === null ? "team.page.join" : "team.page.save");
  return (
    <SubmitForm label={label} onSubmit={() => void join()}>
      <PageForm>
        <Field
          label={t("team.page.url")}
          hint={t("team.page.urlHint")}
          {...missing(input.url, t("common.enterTheAddress"))}
        >
          {(field) => <Input {...field} wire value={input.url} onValue={(url) => set({ url })} />}
        </Field>
        <Field label={t("common.password")} hint={t(`team.page.passwordHint.${secretStorage}`)}>
          {(field) => (
            <Input
              {...field}
              wire
              type="password"
              placeholder={isKept && password === null ? t("team.page.passwordKept") : ""}
              value={password ?? ""}
              onValue={setPassword}
            />
          )}
        </Field>
        <Field
          label={t("team.page.label")}
          hint={t("team.page.labelHint")}
          {...missing(input.label, t("common.enterAName"))}
        >
          {(field) => (
            <Input {...field} value={input.label} onValue={(name) => set({ label: name })} />
          )}
        </Field>
        <Authorities file={input.authorities} onFile={(authorities) => set({ authorities })} />
        <Checkbox
          checked={input.allowPlain}
          hint={t("team.page.plainHint")}
          onChange={(allowPlain) => set({ allowPlain })}
        >
          {t("team.page.plain")}
        </Checkbox>
        <Row as="p">
          <Button level="primary" size="m" onClick={() => void join()}>
            {label}
          </Button>
          {settings !== null && (
            <Button size="m" onClick={() => void send("team.leave").then(tell)}>
              {t("team.page.leave")}
            </Button>
          )}
        </Row>
      </PageForm>
    </SubmitForm>
  );
}

/** Certificates to trust beside the system's. */
function Authorities({
  file,
  onFile,
}: {
  file: string | null;
  onFile: (file: string | null) => void;
}) {
  const t = useT();
  const pick = async (): Promise<void> => {
    const picked = await send("team.pickAuthorities");
    if (picked.ok && picked.value !== null) onFile(picked.value);
  };
  return (
    <section aria-label={t("common.certificates")}>
      <Label gap={4}>{t("common.certificates")}</Label>
      <Row as="p">
        <span className="cut">{file ?? t("team.page.authoritiesNone")}</span>
        {file !== null && (
          <LinkButton onClick={() => onFile(null)}>{t("common.remove")}</LinkButton>
        )}
        <Button size="s" icon={FolderIcon} onClick={() => void pick()}>
          {t("team.page.choose")}
        </Button>
      </Row>
    </section>
  );
}
