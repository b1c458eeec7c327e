// Asks, from the second start on, whether to look for updates; later says that there is one.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openSettings } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

export function UpdateBar() {
  const t = useT();
  const choice = useMirror((state) => state.settings.updates);
  const { host, by, isLaterStart, found } = useMirror((state) => state.updates);
  const [read, setRead] = useState("");
  const { failure, tell } = useAction();
  if (host === null) return null;
  if (choice === "unasked" && isLaterStart) {
    const choices =
      by === "app" ? (["install", "tell", "never"] as const) : (["tell", "never"] as const);
    return (
      <>
        <Bar
          tone="info"
          title={t("updates.question.title")}
          actions={choices.map((updates) => (
            <LinkButton
              key={updates}
              onClick={() => void send("settings.set", { updates }).then(tell)}
            >
              {t(`updates.${updates}`)}
            </LinkButton>
          ))}
        >
          {t("updates.from", { host })} {t("updates.question.text")}
        </Bar>
        <FailureBar failure={failure} />
      </>
    );
  }
  if (found === null || found.state === "downloading") return null;
  const { version, state } = found;
  if (read === `${version} ${state}`) return null;
  return (
    <Bar
      tone="info"
      title={t(`updates.${state}`, { version })}
      actions={
        <>
          <LinkButton onClick={() => openSettings("general", "updates.label")}>
            {t("common.show")}
          </LinkButton>
          <LinkButton onClick={() => setRead(`${version} ${state}`)}>
            {t("common.close")}
          </LinkButton>
        </>
      }
    >
      {state === "ready" && choice === "install" && by === "app" && t("updates.atQuit")}
    </Bar>
  );
}
