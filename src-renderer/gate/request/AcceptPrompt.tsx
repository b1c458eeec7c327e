// A program says its system texts and tools in every request: the user accepts them once, and sees what differs since.
import { useState } from "react";
import type { ReactNode } from "react";
import { linesOfPart } from "#shared/findings/accepted.ts";
import type { ComparedPart } from "#shared/findings/accepted.ts";
import type { Finding } from "#shared/findings/findings.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { send } from "#data/commands.ts";
import { findingsIn, recordedScan } from "#data/findings.ts";
import type { FindingsResult } from "#data/findings.ts";
import { useMirror } from "#data/mirror.ts";
import { DiffBlock } from "#editor/DiffBlock.tsx";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { SectionHeading } from "#kit/layout/Section.tsx";
import { Stack } from "#kit/layout/Stack.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { findingPlace } from "#request/findings/FindingLine.tsx";
import { FindingWords } from "#request/findings/FindingWords.tsx";
import type { Other } from "../gate.ts";

/** With more parts than this, what has changed in each is shown on demand. */
const OPEN_MAX = 3;

/** Where a program has its system texts and tools. */
const OWN: ReadonlySet<unknown> = new Set(["systemPrompt", "tools", "completion"]);

/**
 * A bar that leads to the dialog, and the item of the menu; neither for a request that no program sent.
 * @param isFirst it continues no earlier turn
 */
export function useAcceptPrompt(
  request: HeldRequest,
  asked: RequestDocument,
  { state }: FindingsResult,
  isFirst: boolean,
): { bar: ReactNode; items: Other[] } {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const program = useMirror(({ programs }) => programs[request.requester.serverId]);
  if (program === undefined) return { bar: null, items: [] };
  const { name, accepted } = program;
  const own = foundIn(request, asked).filter(({ path }) => OWN.has(path[0]));
  const changed = own.filter(({ kind }) => kind === "accepted-changed").length;
  const found = own.length - changed;
  const label = t("programs.own.item", { name });
  const isReady = state === "done";
  const open = (): void => setOpen(true);
  const hasOwn = (asked.systemPrompt ?? "") !== "" || (asked.tools ?? []).length > 0;
  return {
    bar: (
      <>
        {changed > 0 ? (
          <Bar
            tone="warn"
            quiet
            title={t("programs.own.changed", { count: changed, name })}
            actions={<LinkButton onClick={open}>{t("programs.own.show")}</LinkButton>}
          />
        ) : (
          accepted === null &&
          (found > 0 || (isFirst && hasOwn && isReady)) && (
            <Bar
              tone="info"
              quiet
              title={t("programs.own.found", { count: found, name })}
              actions={
                <LinkButton disabled={!isReady} onClick={open}>
                  {t("programs.own.act", { name })}
                </LinkButton>
              }
            />
          )
        )}
        {isOpen && (
          <AcceptPromptDialog
            request={request}
            name={name}
            isFirst={accepted === null}
            findings={own.filter(({ kind }) => kind !== "accepted-changed")}
            onClose={() => setOpen(false)}
          />
        )}
      </>
    ),
    items: [{ id: "accept-prompt", label, disabled: !isReady, run: open }],
  };
}

/** What was found in the request as it came, whatever the user has edited since. */
const foundIn = (request: HeldRequest, asked: RequestDocument): readonly Finding[] =>
  recordedScan(request, "request")?.findings ?? findingsIn(asked);

function AcceptPromptDialog({
  request,
  name,
  isFirst,
  findings,
  onClose,
}: {
  request: HeldRequest;
  name: string;
  /** Nothing of the program was accepted before. */
  isFirst: boolean;
  findings: readonly Finding[];
  onClose: () => void;
}) {
  const t = useT();
  const { failure, tell } = useAction();
  const { id, askedHash } = request;
  const compared = useAsked(`${id} ${askedHash}`, () => send("programs.compare", id));
  const parts = compared?.ok === true ? compared.value : [];
  const accept = async (): Promise<void> => {
    if (tell(await send("programs.accept", id, askedHash))) onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("programs.own.title", { name })}
      intro={t("programs.own.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={parts.length === 0} onClick={() => void accept()}>
            {t("programs.own.accept")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure ?? (compared?.ok === false ? compared.failure : null)} />
      {compared === null && <LoadingBars rows={4} />}
      {compared?.ok === true && parts.length === 0 && <p>{t("programs.own.nothing")}</p>}
      {findings.length > 0 && (
        <>
          <SectionHeading>{t("programs.own.findings", { count: findings.length })}</SectionHeading>
          <ul>
            {findings.map((finding, at) => (
              <li key={at}>
                <b>{t(`findings.kind.${finding.kind}.title`)}</b> · {findingPlace(t, finding)} ·{" "}
                <FindingWords finding={finding} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Stack gap={12}>
        {parts.map((part) => (
          <PartOf
            key={JSON.stringify(part.path)}
            part={part}
            isFirst={isFirst}
            opens={!isFirst && parts.length <= OPEN_MAX}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

/** A system text or tool, with what differs from the accepted one. */
function PartOf({
  part,
  isFirst,
  opens,
}: {
  part: ComparedPart;
  isFirst: boolean;
  opens: boolean;
}) {
  const t = useT();
  const [isOpen, setOpen] = useState(opens);
  const words = titleOf(t, part, isFirst);
  const { path, text, before, name } = part;
  return (
    <section>
      <p>
        <b>{words}</b> {name !== "" && <Quote cut>{name}</Quote>}{" "}
        <LinkButton
          aria-expanded={isOpen}
          aria-label={`${t(isOpen ? "common.hide" : "common.show")}: ${words} ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "common.hide" : "common.show")}
        </LinkButton>
      </p>
      {isOpen && (
        <DiffBlock
          identity={`own ${JSON.stringify(path)}`}
          original={before === null ? "" : linesOfPart(before)}
          modified={linesOfPart(text)}
          language="markdown"
          folds
          label={`${words} ${name}`}
        />
      )}
    </section>
  );
}

function titleOf(t: T, { kind, before }: ComparedPart, isFirst: boolean): string {
  if (isFirst) return t(`programs.own.part.${kind}`);
  return t(`programs.own.${before === null ? "new" : "differs"}.${kind}`);
}
