// The gate of an elicitation: a form, or a page to open.
import { isUrlRequest } from "../../../../src-shared/kinds/elicitation/request.ts";
import type { FormContent } from "../../../../src-shared/kinds/elicitation/document.ts";
import { asHeldResponse, requestIn } from "../../../../src-shared/kinds/elicitation/held.ts";
import type { RequestDocument } from "../../../../src-shared/sampling/document/message.ts";
import { discardDraft, draftKey, draftOf, setDraft } from "../../../state/requests/drafts.ts";
import { seenWord } from "../../findings/reviewFirst.tsx";
import type { KindGateProps } from "../KindPage.tsx";
import { FormGate } from "./FormGate.tsx";
import type { Respond } from "./respond.ts";
import { UrlGate } from "./UrlGate.tsx";

export function ElicitationGate(props: KindGateProps & { asked: RequestDocument }) {
  const { sample, asked } = props;
  const request = requestIn(asked);
  if (request === null) return null;
  const { id, askedHash } = sample;
  const respond: Respond = (deciding, response) =>
    deciding.run(askedHash, {
      kind: "respond",
      document: asHeldResponse(response),
      ...seenWord(props.serious),
    });
  if (isUrlRequest(request)) return <UrlGate {...props} {...{ request, respond }} />;
  return (
    <FormGate
      {...props}
      {...{ request, respond }}
      draft={draftedIn(id)}
      onDraft={(content) => {
        if (content === null) discardDraft(id, "respond");
        else
          setDraft(id, {
            gate: "respond",
            document: asHeldResponse({ action: "accept", content }),
          });
      }}
    />
  );
}

function draftedIn(id: string): FormContent | undefined {
  const draft = draftOf(draftKey(id, { gate: "respond" }));
  // Written by this gate, in `onDraft`.
  return draft?.gate === "respond" ? (draft.document["content"] as FormContent) : undefined;
}
