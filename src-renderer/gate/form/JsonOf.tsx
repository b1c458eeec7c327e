// The response that would be sent and the request, as JSON.
import { useT } from "#words/index.ts";
import type { ElicitationRequest } from "#shared/kinds/elicitation/request.ts";
import type { ElicitationResponse } from "#shared/kinds/elicitation/document.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { Heading } from "#request/document/Heading.tsx";

export function JsonOf({
  request,
  response,
}: {
  request: ElicitationRequest;
  response: ElicitationResponse;
}) {
  const t = useT();
  return (
    <>
      <Heading>
        <b>{t("elicitation.json.response")}</b>
      </Heading>
      <Paper text={JSON.stringify(response, null, 2)} label={t("elicitation.json.response")} />
      <Heading>
        <b>{t("elicitation.json.request")}</b>
      </Heading>
      <Paper text={JSON.stringify(request, null, 2)} label={t("elicitation.json.request")} />
    </>
  );
}
