// On every screen: that the team is stopped, by whom and since when; that its database can't be reached.
import type { Failure } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openSettings } from "#data/view.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { StoppedIcon, UnplugIcon } from "#kit/controls/icons.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useFailureText } from "#words/failure.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

export function TeamBar() {
  const t = useT();
  const state = useMirror(({ team }) => team.state);
  const mode = useMirror(({ team }) => team.mode);
  const unreadable = useMirror(({ team }) => team.unreadable);
  const { failure, tell } = useAction();
  if (state === null) return null;
  const mayResume = state.kind === "online" && state.roles.includes("operator");
  const resume = async (): Promise<void> => {
    tell(await send("team.setMode", "running"));
  };
  return (
    <>
      {state.kind === "offline" && <Offline failure={state.failure} />}
      {unreadable.length > 0 && (
        <Bar tone="warn" title={t("team.unreadable", { count: unreadable.length })}>
          {t("team.unreadableText", { names: [...new Set(unreadable)].join(", ") })}
        </Bar>
      )}
      {mode.kind === "stopped" && (
        <Bar
          tone="danger"
          icon={StoppedIcon}
          title={t("team.stopped", {
            login: mode.by ?? "",
            time: timeOfDay(mode.atMs ?? 0).slice(0, 5),
          })}
          actions={
            mayResume && (
              <LinkButton onClick={() => void resume()}>{t("team.page.resume")}</LinkButton>
            )
          }
        >
          {t("team.stoppedText")}
        </Bar>
      )}
      <FailureBar failure={failure} />
    </>
  );
}

function Offline({ failure }: { failure: Failure }) {
  const t = useT();
  const { what } = useFailureText(failure);
  return (
    <Bar
      tone="warn"
      icon={UnplugIcon}
      title={what}
      actions={<LinkButton onClick={() => openSettings("team")}>{t("team.open")}</LinkButton>}
    >
      {t("team.offlineText")}
    </Bar>
  );
}
