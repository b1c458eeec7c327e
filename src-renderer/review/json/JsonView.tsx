// A whole document in one JSON editor, checked by the schema as it is typed. What does not parse is kept
// as typed, and the gate is off until it does.
import { useEffect, useMemo, useRef, useState } from "react";
import { z } from "zod";
import { JsonEditor } from "../../editor/index.ts";
import type { JsonFault } from "../../editor/index.ts";
import { useT } from "../../i18n/index.ts";
import { hasMember } from "../../../src-shared/sampling/checks/depth.ts";
import {
  requestDocumentSchema,
  responseDocumentSchema,
} from "../../../src-shared/sampling/document/message.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { CheckIcon, WarnIcon } from "../../ui/controls/icons.ts";
import s from "./JsonView.module.css";

type Which = "request" | "response";
const shapes = { request: requestDocumentSchema, response: responseDocumentSchema };

/** JSON Schema for the editor; the token limit that was asked is its highest value. */
export function schemaFor(which: Which, maxTokens: number | undefined): unknown {
  const schema = z.toJSONSchema(shapes[which], { target: "draft-7", unrepresentable: "any" });
  const limit = schema.properties?.["maxTokens"];
  if (which === "request" && typeof limit === "object") {
    limit.minimum = 1;
    if (maxTokens !== undefined) limit.maximum = maxTokens;
  }
  return schema;
}

/** What typed JSON is: a document of the right shape, or why not. */
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
  if (hasMember(value, "__proto__")) return "proto-member";
  return shapes[which].safeParse(value).success && typeof value === "object" && value !== null
    ? { document: value }
    : "wrong-shape";
}

export interface JsonViewProps<D extends object> {
  which: Which;
  identity: string;
  document: D;
  /** Text that did not parse when it was last typed, from the draft. */
  typed: string | undefined;
  maxTokens?: number | undefined;
  onDocument: ((document: D, text: string) => void) | undefined;
  /** The text is no document: keep it as typed. */
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
  // What was typed here stays as typed; only a document that came from elsewhere is written anew.
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
