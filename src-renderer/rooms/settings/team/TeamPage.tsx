// Settings of the team: where its database is, how the connection fares, and what operators set for everybody.
import { useState } from "react";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { TeamState } from "#shared/team/view.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useFailureText } from "#words/failure.tsx";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Head, TitleBar } from "#kit/layout/Section.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { Page, PageBody, PageForm } from "#kit/layout/Room.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { TeamForm } from "./TeamForm.tsx";
import { TeamPolicyForm } from "./TeamPolicyForm.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

export function TeamPage() {
  const t = useT();
  const team = useMirror((state) => state.team);
  const { failure, tell } = useAction();
  const { settings, state } = team;
  return (
    <Page label={t("settings.page.team")}>
      <TitleBar title={t("settings.page.team")}>
        <span className="xs ink3 cut">{t("team.page.intro")}</span>
      </TitleBar>
      <FailureBar failure={failure} />
      <PageBody>
        {settings !== null && state !== null && (
          <PageForm>
            <section>
              <Label gap={4}>{t("common.connection")}</Label>
              <State state={state} />
            </section>
          </PageForm>
        )}
        <TeamForm key={settings?.url ?? ""} settings={settings} tell={tell} />
        {settings !== null && <Operators tell={tell} />}
      </PageBody>
    </Page>
  );
}

function State({ state }: { state: TeamState }) {
  const t = useT();
  if (state.kind === "connecting") return <p role="status">{t("team.page.connecting")}</p>;
  if (state.kind === "offline") return <OfflineWhy state={state} />;
  return (
    <p role="status">
      {t("team.page.online", { login: state.login, roles: rolesWords(t, state.roles) })}
    </p>
  );
}

function OfflineWhy({ state }: { state: Extract<TeamState, { kind: "offline" }> }) {
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
function Operators({ tell }: { tell: (result: Outcome<unknown, Failure>) => void }) {
  const t = useT();
  const { state, mode } = useMirror(({ team }) => team);
  const [version, setVersion] = useState<number | null>(null);
  const isOperator = state?.kind === "online" && state.roles.includes("operator");
  const isUnset = state?.kind === "offline" && state.failure.kind === "team-schema";
  if (!isOperator && !isUnset) return null;
  const setUp = async (): Promise<void> => {
    const done = await send("team.setUp");
    tell(done);
    setVersion(done.ok ? done.value : null);
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
        {isOperator && <TeamPolicyForm tell={tell} />}
      </PageForm>
    </>
  );
}
