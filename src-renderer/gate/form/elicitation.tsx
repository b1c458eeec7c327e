// An elicitation: a form, or a page to open.
import { requestIn } from "#shared/request/kinds/elicitation/held.ts";
import { isUrlRequest } from "#shared/request/kinds/elicitation/request.ts";
import { FormGate } from "./form.tsx";
import type { GateProps } from "../gate.ts";
import { LinkGate } from "./link.tsx";

export function ElicitationGate(props: GateProps) {
  const request = requestIn(props.asked);
  if (request === null) return null;
  return isUrlRequest(request) ? <LinkGate {...props} /> : <FormGate {...props} />;
}
