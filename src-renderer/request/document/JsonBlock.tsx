// A JSON value in an editor. Edits apply once they parse; until then the request can't be approved.
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { CodeBlock, changedLines } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { Json } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import { isBlock } from "#shared/request/document/blocks.ts";
import { hasField } from "#shared/request/checks/depth.ts";
import type { Path } from "#shared/request/document/flag.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { WarnIcon } from "#kit/controls/icons.ts";
import { carry, keyOf, originOf, pathKey } from "./document.ts";
import { shownJson } from "./unrendered.ts";
import { spansIn } from "../json/jsonSpan.ts";
import { usePlace } from "./places.ts";
import s from "./Blocks.module.css";

/** What edited JSON must be: a content block, an object or any value. */
export type Wants = "block" | "object" | "any";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export function JsonBlock({
  value,
  wants,
  path,
  onChange,
  onBroken,
  label,
  fill = false,
}: {
  value: Json;
  wants: Wants;
  path: Path;
  /** Undefined: read only. */
  onChange: ((next: Json) => void) | undefined;
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
  label: string;
  fill?: boolean | undefined;
}) {
  const t = useT();
  const [typed, setTyped] = useState<string | null>(null);
  const text = useMemo(() => shownJson(value), [value]);
  const shown = typed ?? lastTyped(text, value);
  const spanIn = useMemo(() => spansIn(shown), [shown]);
  const { found, register } = usePlace(path, spanIn);
  const broken = typed !== null;
  const key = pathKey(path);
  const tell = useEffectEvent((at: Path, now: boolean) => onBroken?.(at, now));
  useEffect(() => {
    if (!broken) return undefined;
    const at = JSON.parse(key) as Path;
    tell(at, true);
    return () => tell(at, false);
  }, [broken, key]);
  const change = (next: string): void => {
    const parsed = parse(next, wants);
    setTyped(parsed === undefined ? next : null);
    if (parsed === undefined || onChange === undefined) return;
    if (isObject(parsed)) written.set(parsed, next);
    onChange(isObject(value) && isObject(parsed) ? carry(value, parsed) : parsed);
  };
  const before = isObject(value) ? originOf(value) : value;
  const edited = before === value ? undefined : changedLines(shownJson(before), typed ?? text);
  return (
    <>
      <CodeBlock
        ref={register}
        identity={isObject(value) ? keyOf(value) : JSON.stringify(path)}
        value={shown}
        language="json"
        readOnly={onChange === undefined}
        {...(onChange === undefined ? {} : { onChange: change })}
        marks={edited === undefined && found === undefined ? undefined : { edited, found }}
        label={label}
        fill={fill}
      />
      {broken && (
        <p className={s.fault} role="status">
          <Icon of={WarnIcon} />
          {t(whyBroken(typed, wants))}
        </p>
      )}
    </>
  );
}

function parse(text: string, wants: Wants): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const fits = wants === "any" || (wants === "block" ? isBlock(value) : isJsonObject(value));
    return fits && !hasField(value, "__proto__") ? value : undefined;
  } catch {
    // Not JSON yet: the user is still typing.
    return undefined;
  }
}

/**
 * Why edited JSON is not accepted. `__proto__` has its own message: it parses, but would get lost on the way to main.
 */
function whyBroken(text: string, wants: Wants) {
  try {
    if (hasField(JSON.parse(text), "__proto__")) return "review.json.proto-member";
  } catch {
    // Not JSON yet.
  }
  if (wants === "block") return "review.json.notABlock";
  return wants === "object" ? "content.toolUse.notObject" : "review.json.broken";
}

/** The text that a value was parsed from, so that the editor keeps the user's whitespace. */
const written = new WeakMap<object, string>();
const lastTyped = (text: string, value: unknown): string =>
  (isObject(value) ? written.get(value) : undefined) ?? text;
