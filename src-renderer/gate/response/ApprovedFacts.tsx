// What was approved for an attempt.
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { actorWords } from "#request/attemptAuthor.ts";
import { useT } from "#words/index.ts";
import { FactList, Section } from "#kit/layout/Section.tsx";
import { decimal, timeOfDay } from "#kit/text/time.ts";
import { redactedWords } from "#request/redaction/RedactionBar.tsx";

/** The approval: by whom and when, document hash, limits. */
export function ApprovedFacts({ attempt }: { attempt: Attempt }) {
  const t = useT();
  const { document, documentHash } = attempt;
  return (
    <Section heading={t("review.approved.title")} last>
      <FactList
        rows={[
          {
            name: t("review.approved.by"),
            value: t("review.approved.who", {
              who: actorWords(t, attempt.by),
              time: timeOfDay(attempt.startedAtMs),
            }),
          },
          {
            name: "SHA-256",
            value: (
              <span className="wire" title={documentHash}>
                {`${documentHash.slice(0, 4)} ${documentHash.slice(4, 8)}`}
              </span>
            ),
          },
          attempt.redacted !== undefined && {
            name: t("redaction.fact"),
            value: redactedWords(t, attempt.redacted),
          },
          document.maxTokens !== undefined && {
            name: t("review.parameters.maxTokens"),
            value: decimal(document.maxTokens),
          },
          document.temperature !== undefined && {
            name: t("review.parameters.temperature"),
            value: String(document.temperature),
          },
        ]}
      />
    </Section>
  );
}
