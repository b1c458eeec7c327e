// A whole document in one JSON editor, checked against its schema. Text that is not a valid document is kept in the
// draft, and approval is off until it is.
import { useEffect, useMemo, useRef, useState } from "react";
import { z } from "zod";
import { JsonEditor } from "#editor/index.ts";
import type { JsonFault } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { hasField } from "#shared/request/checks/depth.ts";
import { requestDocumentSchema, responseDocumentSchema } from "#shared/request/document/message.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { CheckIcon, WarnIcon } from "#kit/controls/icons.ts";
import s from "./JsonView.module.css";

type Which = "request" | "response";
const shapes = { request: requestDocumentSchema, response: responseDocumentSchema };

/** The JSON Schema for the editor. The token limit that the server asked for is the maximum of `maxTokens`. */
export function schemaFor(which: Which, maxTokens: number | undefined): unknown {
  const schema = z.toJSONSchema(shapes[which], { target: "draft-7", unrepresentable: "any" });
  const limit = schema.properties?.["maxTokens"];
  if (which === "request" && typeof limit === "object") {
    limit.minimum = 1;
    if (maxTokens !== undefined) limit.maximum = maxTokens;
  }
  return schema;
}

/** Parses edited JSON: a document of the right shape, or why it is none. */
export function readJson(
  which: Which,
  text: string,
): { document: object } | "not-json" | "wrong-shape" | "proto-member" {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "not-json";
  }
  if (hasField(value, "__proto__")) return "proto-member";
  return shapes[which].safeParse(value).success && typeof value === "object" && value !== null
    ? { document: value }
    : "wrong-shape";
}

export interface JsonViewProps<D extends object> {
  which: Which;
  identity: string;
  document: D;
  /** Text from the draft that is not a valid document. */
  typed: string | undefined;
  maxTokens?: number | undefined;
  onDocument: ((document: D, text: string) => void) | undefined;
  /** Called with text that is not a valid document. */
  onTyped: (text: string) => void;
}

export function JsonView<D extends object>({
  which,
  identity,
  document,
  typed,
  maxTokens,
  onDocument,
  onTyped,
}: JsonViewProps<D>) {
  const t = useT();
  const [faults, setFaults] = useState<JsonFault[]>([]);
  const own = useRef<{ document: object; text: string } | null>(null);
  const schema = useMemo(() => {
    const name = maxTokens === undefined ? which : `${which}${maxTokens}`;
    return { name: name.replaceAll(/\W/g, ""), schema: schemaFor(which, maxTokens) };
  }, [which, maxTokens]);
  // Keep the user's formatting; format only a document that came from elsewhere.
  const text =
    typed ??
    (own.current?.document === document ? own.current.text : JSON.stringify(document, null, 2));
  const state = useMemo(() => readJson(which, text), [which, text]);
  useEffect(() => () => setFaults([]), [identity]);
  const change = (next: string): void => {
    const read = readJson(which, next);
    if (typeof read === "string") return onTyped(next);
    own.current = { document: read.document, text: next };
    onDocument?.(read.document as D, next);
  };
  const broken = typeof state === "string";
  return (
    <>
      <div className={s.editor}>
        <JsonEditor
          identity={identity}
          value={text}
          schema={schema}
          readOnly={onDocument === undefined}
          label={t(`review.json.${which}`)}
          onFaults={setFaults}
          {...(onDocument === undefined ? {} : { onChange: change })}
        />
      </div>
      <p className={s.state} role="status">
        <Icon of={broken ? WarnIcon : CheckIcon} className={broken ? "danger" : "ok"} />
        {t(broken ? `review.json.${state}` : "review.json.fits")}
        {faults[0] !== undefined && (
          <span className="ink3">
            {t("review.json.fault", { line: faults[0].line, column: faults[0].column })}{" "}
            {faults[0].message}
          </span>
        )}
      </p>
    </>
  );
}
