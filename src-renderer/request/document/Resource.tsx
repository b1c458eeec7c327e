// An embedded resource of a tool result: its text, or its bytes as image, audio or file. Its URI is shown and never
// fetched.
import { useT } from "#words/index.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { OwnMedium } from "#shared/request/document/media.ts";
import { CodeBlock } from "#editor/index.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { carry, keyOf } from "./document.ts";
import { JsonBlock } from "./JsonBlock.tsx";
import { Medium } from "./MediaBlock.tsx";
import { useOwnMedia } from "../media/ownMedia.ts";
import { OtherFields } from "./OtherFields.tsx";
import { usePlace } from "./places.ts";
import { FileDropTarget } from "#kit/layout/FileDropTarget.tsx";
import s from "./Blocks.module.css";
import type { BlockProps } from "../blockProps.ts";

export function Resource({ block, path, requestId, media, onChange, onBroken, label }: BlockProps) {
  const t = useT();
  const { pickAny, takeAny } = useOwnMedia();
  const at = [...path, "resource"];
  const { register } = usePlace([...at, "text"]);
  const { resource } = block;
  const change =
    onChange === undefined
      ? undefined
      : (next: JsonObject): void => onChange(carry(block, { ...block, resource: next }));
  if (!isJsonObject(resource)) {
    return (
      <JsonBlock
        value={resource ?? null}
        wants="any"
        path={at}
        label={label}
        onBroken={onBroken}
        onChange={
          onChange === undefined ? undefined : (next) => onChange({ ...block, resource: next })
        }
      />
    );
  }
  const { uri, text, blob, mimeType } = resource;
  const shown = [
    ...(typeof uri === "string" ? ["uri"] : []),
    ...(typeof text === "string" ? ["text"] : []),
    ...(typeof blob === "string"
      ? ["blob", ...(typeof mimeType === "string" ? ["mimeType"] : [])]
      : []),
  ];
  const put = ({ facts, type }: OwnMedium): void => {
    // The old MIME type does not apply to the new bytes, and a type that can't be detected is not guessed.
    const { mimeType: _, ...others } = resource;
    change?.({ ...others, ...(type === null ? {} : { mimeType: type }), blob: facts.ref });
  };
  // Bytes of any type; a file can replace them by dialog, paste or drop.
  const medium =
    typeof blob === "string" ? (
      <Medium
        path={at}
        requestId={requestId}
        media={media}
        label={label}
        kind={null}
        data={blob}
        mimeType={typeof mimeType === "string" ? mimeType : null}
        onReplace={change === undefined ? undefined : () => pickAny(put)}
        onRemove={undefined}
      />
    ) : null;
  return (
    <>
      {typeof uri === "string" && (
        <p className={s.aside}>
          {t("content.resource.at")} <Quote cut>{uri}</Quote>
        </p>
      )}
      {typeof text === "string" && (
        <CodeBlock
          ref={register}
          identity={keyOf(block)}
          value={text}
          language="markdown"
          readOnly={change === undefined}
          {...(change === undefined
            ? {}
            : { onChange: (next: string) => change({ ...resource, text: next }) })}
          label={label}
        />
      )}
      {medium !== null &&
        (change === undefined ? (
          medium
        ) : (
          <FileDropTarget words={t("content.dropBytes")} onFiles={(files) => takeAny(files, put)}>
            {medium}
          </FileDropTarget>
        ))}
      <OtherFields
        holder={resource}
        shown={shown}
        path={at}
        label={label}
        onBroken={onBroken}
        onChange={change}
      />
    </>
  );
}
