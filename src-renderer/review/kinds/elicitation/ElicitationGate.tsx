// The gate of an elicitation: a form, or a page to open.
import { isUrlRequest } from "../../../../src-shared/kinds/elicitation/request.ts";
import { requestIn } from "../../../../src-shared/kinds/elicitation/held.ts";
import { FormGate } from "../../../gate/form.tsx";
import type { GateProps } from "../../../gate/gate.ts";
import { LinkGate } from "../../../gate/link.tsx";

export function ElicitationGate(props: GateProps) {
  const request = requestIn(props.asked);
  if (request === null) return null;
  return isUrlRequest(request) ? <LinkGate {...props} /> : <FormGate {...props} />;
}
