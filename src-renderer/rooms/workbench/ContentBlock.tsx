// One content block (2025-11-25, `ContentBlock`): text, image, audio, embedded resource, or JSON.
import { useCallback, useMemo } from "react";
import type { ReactNode } from "react";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { useT } from "#words/index.ts";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { size } from "#kit/text/time.ts";
import { decode } from "./media.ts";
import type { Medium } from "./media.ts";
import s from "./Call.module.css";

export function ContentBlock({ block }: { block: JsonObject }) {
  const t = useT();
  if (block.type === "text" && typeof block.text === "string")
    return <TextBlock text={block.text} rest={without(block, ["type", "text"])} />;
  if ((block.type === "image" || block.type === "audio") && typeof block.data === "string")
    return <MediaBlock block={block} kind={block.type} data={block.data} />;
  if (block.type === "resource" && isJsonObject(block.resource))
    return <ResourceBlock block={block} resource={block.resource} />;
  return (
    <JsonBlock
      label={t("workbench.result.shown")}
      quote={typeof block.type === "string" ? block.type : undefined}
      value={block}
    />
  );
}

function without(block: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(block).filter(([name]) => !names.includes(name)));
}

function TextBlock({ text, rest }: { text: string; rest: JsonObject }) {
  const t = useT();
  const label = t("workbench.result.text");
  return (
    <>
      <BlockHead title={label} quote={undefined}>
        <span>{t("common.characters", { count: text.length })}</span>
        <CopyButton what={label} text={() => text} />
      </BlockHead>
      <Paper small text={text} label={label} />
      <Rest rest={rest} />
    </>
  );
}

function MediaBlock({
  block,
  kind,
  data,
}: {
  block: JsonObject;
  kind: "image" | "audio";
  data: string;
}) {
  const t = useT();
  const medium = useMemo(() => decode(data), [data]);
  const claimed = typeof block.mimeType === "string" ? block.mimeType : undefined;
  return (
    <>
      <BlockHead title={t(`workbench.result.${kind}`)} quote={claimed}>
        {medium !== null && <span>{size(t, medium.bytes.length)}</span>}
      </BlockHead>
      <Shown medium={medium} kind={kind} />
      <Rest rest={without(block, ["type", "data", "mimeType"])} />
    </>
  );
}

function Shown({ medium, kind }: { medium: Medium | null; kind: "image" | "audio" }) {
  const t = useT();
  const source = useBlobSource(medium);
  if (medium === null) return <p className={s.quiet}>{t("workbench.result.notBase64")}</p>;
  if (medium.type?.startsWith(`${kind}/`) !== true)
    return <p className={s.quiet}>{t(`workbench.result.notShown.${kind}`)}</p>;
  return (
    <div className={s.media}>
      {kind === "image" ? (
        <img ref={source} alt={t("workbench.result.image")} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a server's audio has no captions
        <audio ref={source} controls aria-label={t("workbench.result.audio")} />
      )}
    </div>
  );
}

/** A ref callback that gives the element a blob URL, revoked on unmount. */
function useBlobSource(medium: Medium | null) {
  return useCallback(
    (element: HTMLImageElement | HTMLAudioElement | null) => {
      if (element === null || medium === null || medium.type === null) return undefined;
      const url = URL.createObjectURL(new Blob([medium.bytes], { type: medium.type }));
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [medium],
  );
}

/** An embedded resource: its text, or its bytes as image or audio if they are. */
function ResourceBlock({ block, resource }: { block: JsonObject; resource: JsonObject }) {
  const t = useT();
  const uri = typeof resource.uri === "string" ? resource.uri : undefined;
  const medium = useMemo(
    () => (typeof resource.blob === "string" ? decode(resource.blob) : null),
    [resource.blob],
  );
  const rest = {
    ...without(block, ["type", "resource"]),
    ...without(resource, ["uri", "text", "blob"]),
  };
  const label = t("common.resource");
  if (typeof resource.text === "string") {
    const text = resource.text;
    return (
      <>
        <BlockHead title={label} quote={uri}>
          <CopyButton what={label} text={() => text} />
        </BlockHead>
        <Paper small text={text} label={label} />
        <Rest rest={rest} />
      </>
    );
  }
  if (medium === null) return <JsonBlock label={label} quote={uri} value={block} />;
  return (
    <>
      <BlockHead title={label} quote={uri}>
        <span>{size(t, medium.bytes.length)}</span>
      </BlockHead>
      {medium.type === null ? (
        <p className={s.quiet}>{t("workbench.result.bytes")}</p>
      ) : (
        <Shown medium={medium} kind={medium.type.startsWith("audio/") ? "audio" : "image"} />
      )}
      <Rest rest={rest} />
    </>
  );
}

/** Fields beside the content, such as annotations and `_meta`. */
function Rest({ rest }: { rest: JsonObject }) {
  const t = useT();
  return Object.keys(rest).length === 0 ? null : (
    <JsonBlock label={t("workbench.result.others")} value={rest} />
  );
}

export function JsonBlock({
  label,
  quote,
  value,
}: {
  label: string;
  quote?: string | undefined;
  value: Json;
}) {
  const text = JSON.stringify(value, null, 2);
  return (
    <>
      <BlockHead title={label} quote={quote}>
        <CopyButton what={label} text={() => text} />
      </BlockHead>
      <Paper small text={text} label={label} />
    </>
  );
}

export function BlockHead({
  title,
  quote,
  children,
}: {
  title: string;
  /** Untrusted text beside the title: a type, an address, a role. */
  quote: string | undefined;
  children?: ReactNode;
}) {
  return (
    <header className={s.blockHead}>
      <b>{title}</b>
      {quote !== undefined && <Quote cut>{quote}</Quote>}
      <span className="grow" />
      {children}
    </header>
  );
}
