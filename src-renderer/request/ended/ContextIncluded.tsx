// Which context a server asked for and which was included, from the approved document.
import { includedParts } from "#shared/request/context/part.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { useT } from "#words/index.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Section } from "#kit/layout/Section.tsx";
import { FactList } from "#kit/layout/Section.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";

/** Renders nothing if no context was asked for and none included. */
export function ContextIncluded({
  asked,
  document,
}: {
  asked: RequestDocument | null;
  /** The document that went to the model. */
  document: RequestDocument;
}) {
  const t = useT();
  const parts = includedParts(asked, document);
  const wish = asked?.includeContext;
  if (parts.length === 0 && (wish === undefined || wish === "none")) return null;
  return (
    <Section heading={t("common.context")}>
      <FactList
        rows={[
          {
            name: t("common.requested"),
            value: wish === undefined ? t("context.given.none") : <Quote>{wish}</Quote>,
          },
          {
            name: t("context.given.added"),
            value:
              parts.length === 0 ? (
                t("context.given.none")
              ) : (
                <Stack as="ul">
                  {parts.map((part, index) => (
                    <Row as="li" gap={6} wrap={0} key={index}>
                      <Quote>{part.from}</Quote>{" "}
                      <Quote bare cut>
                        {[part.what, part.name].join(" ")}
                      </Quote>{" "}
                      <span className="ink3">
                        {t("common.characters", { count: part.characters })}
                      </span>
                    </Row>
                  ))}
                </Stack>
              ),
          },
        ]}
      />
    </Section>
  );
}
