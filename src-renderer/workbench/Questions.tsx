// The questions that belong to what is shown, and the way to those that wait elsewhere.
import { useState } from "react";
import type { Failure } from "../../src-shared/outcome.ts";
import { asksPerson } from "../../src-shared/servers/elicitation.ts";
import type { ElicitationView } from "../../src-shared/servers/elicitation.ts";
import { openQuestion, send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { useT } from "../i18n/index.ts";
import { Bar } from "../ui/Bar.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { AskedIcon } from "../ui/icons.ts";
import { Question } from "./Question.tsx";

/** @param views of the run that is shown, oldest first */
export function Questions({ views }: { views: readonly ElicitationView[] }) {
  const stopped = useMirror((state) => state.desk.masterSwitch === "stopped");
  const [failed, setFailed] = useState<{ id: string; failure: Failure } | null>(null);
  return views.map((view) => (
    <Question
      key={view.id}
      view={view}
      stopped={stopped}
      failure={failed?.id === view.id ? failed.failure : null}
      onAnswer={(answer) =>
        void send("elicitations.answer", view.id, answer).then((result) =>
          setFailed(result.ok ? null : { id: view.id, failure: result.failure }),
        )
      }
      onTakeBack={() =>
        void send("elicitations.takeBack", view.id).then((result) =>
          setFailed(result.ok ? null : { id: view.id, failure: result.failure }),
        )
      }
    />
  ));
}

/** One line for a question that waits and is not among those shown. */
export function QuestionElsewhere({ shown }: { shown: readonly ElicitationView[] }) {
  const t = useT();
  const all = useMirror((state) => state.elicitations);
  const next = Object.values(all).find(
    (view) => asksPerson(view) && !shown.some(({ id }) => id === view.id),
  );
  if (next === undefined) return null;
  return (
    <Bar
      tone="info"
      icon={AskedIcon}
      title={t("question.elsewhere", { server: next.serverName })}
      actions={<LinkButton onClick={() => openQuestion(next)}>{t("question.show")}</LinkButton>}
    />
  );
}
