// An image or audio, read from main by its hash, with what the user needs to judge it and actions to open, replace
// and save it.
import { useEffect, useState } from "react";
import type { ComponentProps } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { isMediaRef, MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type { AudioBlock, ImageBlock } from "#shared/request/document/blocks.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { Block } from "#shared/request/document/message.ts";
import { sameType } from "#shared/request/document/mediaTypes.ts";
import type { MediumKind } from "#shared/request/document/mediaTypes.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { useContentDeleted } from "../contentDeleted.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { FactList } from "#kit/layout/Section.tsx";
import { size } from "#kit/text/time.ts";
import { carry } from "./document.ts";
import { ImageDialog } from "../media/ImageDialog.tsx";
import { mediumOf } from "../media/medium.ts";
import { useOnPaper } from "./onPaper.tsx";
import { useOwnMedia } from "../media/ownMedia.ts";
import { useElementPlace } from "./places.ts";
import { MediaDropTarget } from "../media/MediaDropTarget.tsx";
import s from "./Blocks.module.css";
import type { BlockProps } from "../blockProps.ts";

interface Loaded {
  url: string;
  /** The type detected from the bytes; only a detected type is shown or played. */
  type: string | null;
}

/** An object URL for the medium, revoked on unmount; null until it is read. */
function useMedium(requestId: string, ref: string): Loaded | "failed" | null {
  const [loaded, setLoaded] = useState<Loaded | "failed" | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let left = false;
    setLoaded(null);
    void mediumOf(requestId, ref, () => left).then((medium) => {
      if (left) return;
      if (medium === null) return setLoaded("failed");
      url = URL.createObjectURL(medium.blob);
      setLoaded({ url, type: medium.type });
    });
    return () => {
      left = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [requestId, ref]);
  return loaded;
}

export function MediaBlock({
  block,
  path,
  requestId,
  media,
  onChange,
  label,
}: Omit<BlockProps, "block"> & { block: ImageBlock | AudioBlock }) {
  const { pick } = useOwnMedia();
  // Other fields of the block (`annotations`, `_meta`) stay.
  const replace =
    onChange === undefined
      ? undefined
      : (part: Block): void => onChange(carry(block, { ...block, ...part }));
  return (
    <MediaDropTarget onPart={replace} replaces>
      <Medium
        kind={block.type}
        data={block.data}
        mimeType={block.mimeType}
        path={path}
        requestId={requestId}
        media={media}
        label={label}
        onReplace={replace === undefined ? undefined : () => pick(block.type, replace)}
        onRemove={onChange === undefined ? undefined : () => onChange(null)}
      />
    </MediaDropTarget>
  );
}

type Pixels = { width: number; height: number };
type FactRows = ComponentProps<typeof FactList>["rows"];

interface MediumProps {
  /** The type that the block claims; null for the bytes of a resource, which may be anything. */
  kind: MediumKind | null;
  data: string;
  mimeType: string | null;
  path: Path;
  requestId: string;
  media: readonly MediaFacts[];
  label: string;
  /** Opens a file dialog for a replacement. */
  onReplace: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

export function Medium(props: MediumProps) {
  const { kind, data, path, requestId, media, label } = props;
  const t = useT();
  const loaded = useMedium(requestId, data);
  const [pixels, setPixels] = useState<Pixels | null>(null);
  const [broken, setBroken] = useState(false);
  const [large, setLarge] = useState(false);
  const place = useElementPlace(path);
  useEffect(() => {
    setBroken(false);
    setPixels(null);
  }, [data]);
  const facts = media.find((one) => one.ref === data);
  const source = loaded !== null && loaded !== "failed" ? loaded : null;
  const shows = (what: MediumKind): boolean =>
    source?.type?.startsWith(`${what}/`) === true && (kind === null || kind === what);
  const isPicture = shows("image") && !broken;
  const isAudioShown = shows("audio") && !broken;
  const isDeleted = useContentDeleted() && loaded === "failed";
  return (
    <div className={s.media} ref={place} tabIndex={-1}>
      {isPicture && source !== null && (
        <button
          type="button"
          className={s.thumb}
          aria-label={`${t("content.medium.open")}: ${label}`}
          title={t("content.medium.open")}
          onClick={() => setLarge(true)}
        >
          <img
            src={source.url}
            alt={label}
            onError={() => setBroken(true)}
            onLoad={({ currentTarget }) =>
              setPixels({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }
          />
        </button>
      )}
      {/* Audio from a server has no captions. */}
      {isAudioShown && source !== null && (
        <audio controls src={source.url} aria-label={label} onError={() => setBroken(true)} />
      )}
      <div className={s.mediaFacts}>
        <FactList rows={rowsOf(t, props, facts, pixels)} />
        {loaded !== null && !isPicture && !isAudioShown && (
          <p className={cx("xs", !isDeleted && "warn")}>
            {t(`content.medium.${isDeleted ? "forgotten" : whyNot(loaded, facts, broken, kind)}`)}
          </p>
        )}
        {!isDeleted && (
          <MediumActions {...props} onLarge={isPicture ? () => setLarge(true) : undefined} />
        )}
      </div>
      {isPicture && source !== null && (
        <ImageDialog
          open={large}
          url={source.url}
          label={label}
          pixels={pixels}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  );
}

function whyNot(
  loaded: Loaded | "failed",
  facts: MediaFacts | undefined,
  broken: boolean,
  kind: MediumKind | null,
) {
  if (loaded === "failed") return "unread";
  if (facts?.validBase64 === false) return "notBase64";
  if (broken) return kind === "audio" ? "cannotPlay" : "cannotDecode";
  return "cannotShow";
}

function MediumActions({
  data,
  mimeType,
  requestId,
  label,
  onReplace,
  onRemove,
  onLarge,
}: MediumProps & { onLarge: (() => void) | undefined }) {
  const t = useT();
  const { failed } = useOnPaper();
  const [saved, setSaved] = useState(false);
  const save = (): void => {
    setSaved(false);
    void send("media.save", requestId, data, mimeType ?? "").then((result) => {
      failed(result.ok ? null : result.failure);
      setSaved(result.ok && result.value);
    });
  };
  const named = (word: string): string => `${word}: ${label}`;
  return (
    <p className={s.mediaActions}>
      {onLarge !== undefined && (
        <LinkButton onClick={onLarge}>{t("content.medium.open")}</LinkButton>
      )}
      {onReplace !== undefined && (
        <LinkButton aria-label={named(t("common.replace"))} onClick={onReplace}>
          {t("common.replace")}
        </LinkButton>
      )}
      <LinkButton aria-label={named(t("content.medium.save"))} onClick={save}>
        {t("content.medium.save")}
      </LinkButton>
      {onRemove !== undefined && (
        <LinkButton aria-label={named(t("common.remove"))} onClick={onRemove}>
          {t("common.remove")}
        </LinkButton>
      )}
      <span role="status" className="ok">
        {saved && t("content.medium.saved")}
      </span>
    </p>
  );
}

/** The claimed and the detected type, the size, the hash. */
function rowsOf(
  t: T,
  { data, mimeType }: Pick<MediumProps, "data" | "mimeType">,
  facts: MediaFacts | undefined,
  pixels: Pixels | null,
): FactRows {
  const hash = isMediaRef(data) ? data.slice(MEDIA_PREFIX.length) : null;
  const other = facts?.sniffed !== undefined && !sameType(facts.sniffed, mimeType ?? "");
  return [
    {
      name: t("review.media.type"),
      value: mimeType === null ? t("common.none") : <Quote>{mimeType}</Quote>,
    },
    other && {
      name: t("review.media.really"),
      value: <Quote>{facts.sniffed ?? ""}</Quote>,
      tone: "warn",
    },
    facts !== undefined &&
      facts.validBase64 && {
        name: t("review.media.size"),
        value: [
          pixels === null ? null : t("content.medium.pixels", pixels),
          t("content.medium.bytes", { size: size(t, facts.bytes) }),
        ]
          .filter((part) => part !== null)
          .join(", "),
      },
    hash !== null && {
      name: "SHA-256",
      value: (
        <span className="wire" title={hash}>
          {`${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`}
        </span>
      ),
    },
  ];
}
