// Checks a form's patterns in a worker that can be terminated, as a server's regular expression may never finish.
import { useEffect } from "react";
import type { FormContent } from "../../../../src-shared/kinds/elicitation/document.ts";
import type { JsonObject } from "../../../../src-shared/json.ts";
import { useArgumentCheck } from "../../../components/arguments/useArgumentCheck.ts";
import type { PatternCheck as Checked } from "./useForm.ts";

export function PatternCheck({
  schema,
  content,
  onCheck,
}: {
  schema: JsonObject;
  content: FormContent;
  onCheck: (checked: Checked) => void;
}) {
  const { check, settled } = useArgumentCheck(schema, content);
  useEffect(() => {
    if (settled && check !== null) onCheck({ content, check });
  }, [settled, check, content, onCheck]);
  return null;
}
