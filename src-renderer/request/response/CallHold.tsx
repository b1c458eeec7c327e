// Below a tool call of a program's response: what holds it once the response is sent, and how such calls need not be asked about.
import { createContext, useContext } from "react";
import { useT } from "#words/index.ts";
import { hookHolds } from "#shared/agents/hookHolds.ts";
import { passesOf, passFor } from "#shared/programs/passedCalls.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { isToolUse } from "#shared/request/document/blocks.ts";
import type { Block } from "#shared/request/document/message.ts";
import { send } from "#data/commands.ts";
import { notify } from "#data/notice.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { LedHereIcon, WarnIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import s from "./Response.module.css";

/** The program that gets the response; null: it isn't a program's, or it has ended. */
export const CallProgramContext = createContext<ProgramView | null>(null);

/** Renders nothing but for a tool call. */
export function CallHold({ block }: { block: Block }) {
  const program = useContext(CallProgramContext);
  return program === null || !isToolUse(block) ? null : <Hold program={program} call={block} />;
}

function Hold({ program, call }: { program: ProgramView; call: Block }) {
  const t = useT();
  const { hook, mode, passes } = program;
  const isHeld = hook !== null && hookHolds(hook, call);
  return (
    <div className={s.facts}>
      <p className={s.factLine}>
        <Icon of={isHeld ? LedHereIcon : WarnIcon} className={isHeld ? undefined : "warn"} />
        <span className={isHeld ? undefined : "warn"}>
          {t(isHeld ? "tools.call.comesAgain" : "tools.call.nothingHolds")}
        </span>
        {mode === "calls" &&
          !isHeld &&
          (passesOf(passes, call).length > 0 ? (
            <span>{t("tools.call.passes")}</span>
          ) : (
            <Pass program={program} call={call} />
          ))}
      </p>
    </div>
  );
}

function Pass({ program: { id, name }, call }: { program: ProgramView; call: Block }) {
  const t = useT();
  const { failure, tell } = useAction();
  const tool = String(call["name"]);
  const pass = async (written: string): Promise<void> => {
    if (tell(await send("programs.pass", id, written)))
      notify({ says: t("tools.call.added", { name, pass: written }) });
  };
  const [exact, any] = [passFor(call, true), passFor(call, false)];
  return (
    <>
      {exact !== null && (
        <LinkButton onClick={() => void pass(exact)}>
          {t("tools.call.passExact", { tool })}
        </LinkButton>
      )}
      {any !== null && (
        <LinkButton onClick={() => void pass(any)}>{t("tools.call.passAny", { tool })}</LinkButton>
      )}
      <FailureBar failure={failure} />
    </>
  );
}
