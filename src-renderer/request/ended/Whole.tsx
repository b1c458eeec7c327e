// A whole document of an ended request, read only.
import { useMemo } from "react";
import { CodeBlock } from "#editor/index.ts";

export function Whole({
  identity,
  value,
  text = null,
  label,
}: {
  identity: string;
  value: unknown;
  /** Shown in place of the value, as it is. */
  text?: string | null;
  label: string;
}) {
  const json = useMemo(() => JSON.stringify(value, null, 2) ?? "", [value]);
  return (
    <CodeBlock
      identity={identity}
      value={text ?? json}
      language={text === null ? "json" : "plaintext"}
      readOnly
      fill
      label={label}
    />
  );
}
