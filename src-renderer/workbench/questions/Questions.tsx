// The questions that belong to what is shown, and the way to those that wait elsewhere.
import { useState } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import { asksPerson } from "../../../src-shared/servers/elicitation.ts";
import type { ElicitationView } from "../../../src-shared/servers/elicitation.ts";
import { openQuestion, send, sendDecision } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { stoppedBy } from "../../state/select.ts";
import { QuestionBar } from "../../components/requests/QuestionBar.tsx";
import { Question } from "./Question.tsx";

/** @param views of the run that is shown, oldest first */
export function Questions({ views }: { views: readonly ElicitationView[] }) {
  const serverId = views[0]?.serverId ?? "";
  const stopped = useMirror((state) => stoppedBy(state, serverId) !== null);
  const [failed, setFailed] = useState<{ id: string; failure: Failure } | null>(null);
  return views.map((view) => (
    <Question
      key={view.id}
      view={view}
      stopped={stopped}
      failure={failed?.id === view.id ? failed.failure : null}
      onAnswer={(token, answer) =>
        void sendDecision(token, "elicitations.answer", view.id, answer).then((result) =>
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
  const all = useMirror((state) => state.elicitations);
  const [next, ...others] = Object.values(all).filter(
    (view) => asksPerson(view) && !shown.some(({ id }) => id === view.id),
  );
  if (next === undefined) return null;
  return (
    <QuestionBar
      server={next.serverName}
      others={others.length}
      onShow={() => openQuestion(next)}
    />
  );
}
