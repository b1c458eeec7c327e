// A block as JSON, editable: what is typed counts once it parses; until then the gate is off.
import { useEffect, useMemo, useState } from "react";
import { CodeBlock, changedLines } from "../editor/index.ts";
import { useT } from "../i18n/index.ts";
import { isBlock } from "../../src-shared/sampling/blocks.ts";
import type { Block } from "../../src-shared/sampling/message.ts";
import { Icon } from "../ui/Icon.tsx";
import { WarnIcon } from "../ui/icons.ts";
import type { BlockProps } from "./Blocks.tsx";
import { carry, keyOf, originOf } from "./document.ts";
import { usePlace } from "./places.ts";
import s from "./Blocks.module.css";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const shown = (value: unknown): string => JSON.stringify(value, null, 2) ?? "";

export function JsonBlock({
  block,
  path,
  onChange,
  onBroken,
  label,
  fill = false,
  anyJson = false,
}: BlockProps & {
  /** Any JSON value, not only a block: structured content. */
  anyJson?: boolean;
}) {
  const t = useT();
  const { register } = usePlace(path);
  const [typed, setTyped] = useState<string | null>(null);
  const text = useMemo(() => shown(block), [block]);
  const broken = typed !== null;
  useEffect(() => {
    if (!broken) return undefined;
    onBroken?.(path, true);
    return () => onBroken?.(path, false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [broken]);
  const change = (next: string): void => {
    const parsed = parse(next, anyJson);
    setTyped(parsed === undefined ? next : null);
    if (parsed === undefined || onChange === undefined) return;
    onChange(
      isObject(block) && isObject(parsed) ? carry(block, parsed as Block) : (parsed as Block),
    );
  };
  const before = isObject(block) ? originOf(block) : block;
  const edited = before === block ? undefined : changedLines(shown(before), typed ?? text);
  return (
    <>
      <CodeBlock
        ref={register}
        identity={isObject(block) ? keyOf(block) : JSON.stringify(path)}
        value={typed ?? lastTyped(text, block)}
        language="json"
        readOnly={onChange === undefined}
        {...(onChange === undefined ? {} : { onChange: change })}
        marks={edited === undefined ? undefined : { edited }}
        label={label}
        fill={fill}
      />
      {broken && (
        <p className={s.fault} role="status">
          <Icon of={WarnIcon} />
          {t(anyJson ? "review.json.broken" : "review.json.notABlock")}
        </p>
      )}
    </>
  );

  function parse(next: string, any: boolean): unknown {
    try {
      const value: unknown = JSON.parse(next);
      if (any || isBlock(value)) {
        written.set(isObject(value) ? value : block, next);
        return value;
      }
    } catch {
      // Not JSON yet: the person is still typing.
    }
    return undefined;
  }
}

/** The text that a value was parsed from: what was typed stays as typed, blanks included. */
const written = new WeakMap<object, string>();
const lastTyped = (text: string, value: unknown): string =>
  (isObject(value) ? written.get(value) : undefined) ?? text;
