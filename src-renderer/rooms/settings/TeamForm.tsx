// Joining a team, or changing where its database is. The password is sent to main and never comes back.
import { z } from "zod";
import type { TeamSettings } from "#shared/team/settings.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { FolderIcon } from "#kit/controls/icons.ts";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { PageForm } from "#kit/layout/Room.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Label } from "#kit/text/Text.tsx";

const NEW: TeamSettings = { url: "", label: "", authorities: null, allowPlain: false };

const teamForm = (t: T) =>
  z.object({
    url: z.string().regex(/\S/, t("common.enterTheAddress")),
    label: z.string().regex(/\S/, t("common.enterAName")),
    /** A file of certificates to trust beside the system's. */
    authorities: z.string().nullable(),
    allowPlain: z.boolean(),
    /** Null: keep the stored password. */
    password: z.string().nullable(),
  });

export function TeamForm({
  settings,
  tell,
}: {
  settings: TeamSettings | null;
  tell: UsedAction["tell"];
}) {
  const t = useT();
  const secretStorage = useMirror((state) => state.machine.secretStorage);
  const isKept = useMirror(({ team }) => team.isPasswordKept);
  const { form, send: join } = useFormValues(
    teamForm(t),
    { ...(settings ?? NEW), password: null },
    async ({ password, ...team }) => {
      if (tell(await send("team.join", team, password))) form.setFieldValue("password", null);
    },
  );
  const label = t(settings === null ? "team.page.join" : "team.page.save");
  return (
    <SubmitForm label={label} onSubmit={join}>
      <PageForm>
        <form.AppField name="url">
          {({ TextField }) => (
            <TextField wire label={t("team.page.url")} hint={t("team.page.urlHint")} />
          )}
        </form.AppField>
        <form.AppField name="password">
          {({ state, TextField }) => (
            <TextField
              wire
              type="password"
              placeholder={isKept && state.value === null ? t("team.page.passwordKept") : ""}
              label={t("common.password")}
              hint={t(`team.page.passwordHint.${secretStorage}`)}
            />
          )}
        </form.AppField>
        <form.AppField name="label">
          {({ TextField }) => (
            <TextField label={t("team.page.label")} hint={t("team.page.labelHint")} />
          )}
        </form.AppField>
        <form.AppField name="authorities">
          {({ state, handleChange }) => (
            <section aria-label={t("common.certificates")}>
              <Label gap={4}>{t("common.certificates")}</Label>
              <Row as="p">
                <span className="cut">{state.value ?? t("team.page.authoritiesNone")}</span>
                {state.value !== null && (
                  <LinkButton onClick={() => handleChange(null)}>{t("common.remove")}</LinkButton>
                )}
                <Button
                  size="s"
                  icon={FolderIcon}
                  onClick={() =>
                    void send("team.pickAuthorities").then((picked) => {
                      if (picked.ok && picked.value !== null) handleChange(picked.value);
                    })
                  }
                >
                  {t("team.page.choose")}
                </Button>
              </Row>
            </section>
          )}
        </form.AppField>
        <form.AppField name="allowPlain">
          {({ Tick }) => <Tick hint={t("team.page.plainHint")}>{t("team.page.plain")}</Tick>}
        </form.AppField>
        <Row as="p">
          <Button level="primary" size="m" onClick={join}>
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
