// Settings of the team: where its database is, how the connection fares, and what operators set for everybody.
import { useState } from "react";
import { z } from "zod";
import { teamPolicySchema } from "#shared/team/policy.ts";
import type { TeamState } from "#shared/team/view.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useFailureText } from "#words/failure.tsx";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import type { UsedAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { Head } from "#kit/layout/Section.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { PageForm } from "#kit/layout/Room.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import { SettingsPage } from "./SettingsPage.tsx";
import { TeamForm } from "./TeamForm.tsx";

export function TeamPage() {
  const t = useT();
  const { settings, state } = useMirror(({ team }) => team);
  const { failure, tell } = useAction();
  return (
    <SettingsPage title={t("settings.page.team")} lead={t("team.page.intro")} failure={failure}>
      {settings !== null && state !== null && (
        <PageForm>
          <section>
            <Label gap={4}>{t("common.connection")}</Label>
            {state.kind === "offline" ? (
              <Offline state={state} />
            ) : (
              <p role="status">
                {state.kind === "connecting"
                  ? t("team.page.connecting")
                  : t("team.page.online", {
                      login: state.login,
                      roles: rolesWords(t, state.roles),
                    })}
              </p>
            )}
          </section>
        </PageForm>
      )}
      <TeamForm key={settings?.url ?? ""} settings={settings} tell={tell} />
      {settings !== null && <Operators tell={tell} />}
    </SettingsPage>
  );
}

function Offline({ state }: { state: Extract<TeamState, { kind: "offline" }> }) {
  const t = useT();
  const { what, next } = useFailureText(state.failure);
  return (
    <>
      <p role="status">{t("team.page.offline", { time: timeOfDay(state.sinceMs) })}</p>
      <Hint below>
        {what} {next}
      </Hint>
    </>
  );
}

const rolesWords = (t: T, roles: Extract<TeamState, { kind: "online" }>["roles"]): string =>
  roles.length === 0
    ? t("team.page.roles.none")
    : roles.map((role) => t(`team.page.roles.${role}`)).join(", ");

/** The switch, the rules and the database itself; before it is set up, nobody's role is known. */
function Operators({ tell }: { tell: UsedAction["tell"] }) {
  const t = useT();
  const { state, mode } = useMirror(({ team }) => team);
  const [version, setVersion] = useState<number | null>(null);
  const isOperator = state?.kind === "online" && state.roles.includes("operator");
  const isUnset = state?.kind === "offline" && state.failure.kind === "team-schema";
  if (!isOperator && !isUnset) return null;
  const setUp = async (): Promise<void> => {
    const done = await send("team.setUp");
    setVersion(tell(done) ? done.value : null);
  };
  const next = mode.kind === "stopped" ? "running" : "stopped";
  return (
    <>
      <Head apart title={t("team.page.operator")} />
      <PageForm>
        <Row as="p">
          {isOperator && (
            <Button size="m" onClick={() => void send("team.setMode", next).then(tell)}>
              {t(mode.kind === "stopped" ? "team.page.resume" : "team.page.stop")}
            </Button>
          )}
          <Button size="m" onClick={() => void setUp()}>
            {t("team.page.setUp")}
          </Button>
          <span role="status" className="xs ink2">
            {version === null ? "" : t("team.page.setUpDone", { version })}
          </span>
        </Row>
        {isOperator && <PolicyForm tell={tell} />}
      </PageForm>
    </>
  );
}

const policyForm = (t: T) =>
  z.object({
    policy: z.string().transform((text, { addIssue }) => {
      const read = readPolicy(text);
      if (read.policy === null)
        addIssue({ code: "custom", message: t("team.page.policyBroken", { detail: read.detail }) });
      return read.policy ?? z.NEVER;
    }),
  });

type ReadPolicy = { policy: z.output<typeof teamPolicySchema> } | { policy: null; detail: string };

function readPolicy(text: string): ReadPolicy {
  try {
    const parsed = teamPolicySchema.safeParse(JSON.parse(text));
    if (parsed.success) return { policy: parsed.data };
    const [issue] = parsed.error.issues;
    return { policy: null, detail: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` };
  } catch (error) {
    return { policy: null, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The team's rules, two-person filters and budgets as JSON, checked before they are sent. */
function PolicyForm({ tell }: { tell: UsedAction["tell"] }) {
  const t = useT();
  const asked = useAsked("once", () => send("team.policy"));
  const now = asked?.ok === true ? asked.value : null;
  const [saved, setSaved] = useState<{ times: number; typed: object | null }>({
    times: 0,
    typed: null,
  });
  const {
    form,
    typed,
    send: save,
  } = useFormValues(
    policyForm(t),
    { policy: now === null ? "" : JSON.stringify(now.policy, null, 2) },
    async ({ policy }) => {
      // Each saved policy is one version on.
      const version = (now?.version ?? 0) + saved.times;
      if (!tell(await send("team.setPolicy", policy, version))) return;
      setSaved({ times: saved.times + 1, typed: form.state.values });
    },
  );
  return (
    <>
      <form.AppField name="policy">
        {({ TextAreaField }) => (
          <TextAreaField
            wire
            rows={14}
            label={t("team.page.policy")}
            hint={t("team.page.policyHint")}
          />
        )}
      </form.AppField>
      <Row as="p">
        <Button size="m" onClick={save}>
          {t("team.page.policySave")}
        </Button>
        <span role="status" className="xs ink2">
          {saved.typed === typed ? t("common.saved") : ""}
        </span>
      </Row>
    </>
  );
}
