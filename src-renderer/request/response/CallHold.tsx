// Below a tool call of a program's response: what holds it once the response is sent, and how such calls need not be asked about.
import { createContext, useContext, useState } from "react";
import { useT } from "#words/index.ts";
import { hookHolds } from "#shared/agents/hookHolds.ts";
import { passesOf, passFor } from "#shared/programs/passedCalls.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { isToolUse } from "#shared/request/document/blocks.ts";
import type { Block } from "#shared/request/document/message.ts";
import { send } from "#data/commands.ts";
import { notify } from "#data/notice.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { LedHereIcon, WarnIcon } from "#kit/controls/icons.ts";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import s from "./Response.module.css";

/** The program that gets the response; null: it isn't a program's, or it has ended. */
export const CallProgramContext = createContext<ProgramView | null>(null);

interface HoldProps {
  program: ProgramView;
  call: Block;
  /** Takes the call out of the response; the agent is told these words. Undefined: the response is read only. */
  onTakeOut: ((words: string) => void) | undefined;
}

/** Renders nothing but for a tool call. */
export function CallHold({ block, onTakeOut }: { block: Block } & Pick<HoldProps, "onTakeOut">) {
  const program = useContext(CallProgramContext);
  return program === null || !isToolUse(block) ? null : (
    <Hold program={program} call={block} onTakeOut={onTakeOut} />
  );
}

function Hold({ program, call, onTakeOut }: HoldProps) {
  const t = useT();
  const { hook, mode, passes } = program;
  const [isTaking, setTaking] = useState(false);
  const isHeld = hook !== null && hookHolds(hook, call);
  return (
    <div className={s.facts}>
      <div className={s.factLine}>
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
        {onTakeOut !== undefined && (
          <LinkButton aria-expanded={isTaking} onClick={() => setTaking(!isTaking)}>
            {t("tools.call.takeOut")}
          </LinkButton>
        )}
      </div>
      {isTaking && onTakeOut !== undefined && <TakeOut onTakeOut={onTakeOut} />}
    </div>
  );
}

function TakeOut({ onTakeOut }: { onTakeOut: (words: string) => void }) {
  const t = useT();
  const [words, setWords] = useState("");
  const first = useFirstFocus<HTMLInputElement>();
  const isReady = words.trim() !== "";
  const take = (): void => {
    if (isReady) onTakeOut(words.trim());
  };
  return (
    <SubmitForm label={t("tools.call.takeOutNow")} onSubmit={take}>
      <Field label={t("tools.call.told")}>
        {(wiring) => (
          <Input {...wiring} ref={first} maxLength={2000} value={words} onValue={setWords} />
        )}
      </Field>
      <Button size="s" disabled={!isReady} onClick={take}>
        {t("tools.call.takeOutNow")}
      </Button>
    </SubmitForm>
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
