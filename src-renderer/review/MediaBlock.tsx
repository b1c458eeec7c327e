// An image or a sound, read from main by its hash, with the facts that a person needs to judge it.
import { useEffect, useState } from "react";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { isMediaRef, MEDIA_PREFIX } from "../../src-shared/sampling/media.ts";
import type { MediaFacts } from "../../src-shared/sampling/media.ts";
import type { AudioBlock, ImageBlock } from "../../src-shared/sampling/blocks.ts";
import { LinkButton } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Facts } from "../ui/Section.tsx";
import { size } from "../ui/time.ts";
import type { BlockProps } from "./Blocks.tsx";
import s from "./Blocks.module.css";

interface Loaded {
  url: string;
  /** What the bytes show themselves to be; only such types are shown or played. */
  type: string | null;
}

/** An object URL for the medium while the component is there; null until read, or when it cannot be. */
function useMedium(sampleId: string, ref: string): Loaded | "failed" | null {
  const [loaded, setLoaded] = useState<Loaded | "failed" | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let gone = false;
    void send("media.read", sampleId, ref).then((result) => {
      if (gone) return;
      if (!result.ok) return setLoaded("failed");
      const { bytes, type } = result.value;
      url = URL.createObjectURL(new Blob([bytes], type === null ? {} : { type }));
      setLoaded({ url, type });
    });
    return () => {
      gone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [sampleId, ref]);
  return loaded;
}

export function MediaBlock({
  block,
  sampleId,
  media,
  onChange,
  label,
}: Omit<BlockProps, "block"> & { block: ImageBlock | AudioBlock }) {
  const t = useT();
  const loaded = useMedium(sampleId, block.data);
  const [dimensions, setDimensions] = useState<string | null>(null);
  const [large, setLarge] = useState(false);
  const facts = media.find((one) => one.ref === block.data);
  const url = loaded !== null && loaded !== "failed" ? loaded : null;
  const isPicture = block.type === "image" && url?.type?.startsWith("image/") === true;
  const isSound = block.type === "audio" && url?.type?.startsWith("audio/") === true;
  return (
    <div className={s.media}>
      {isPicture && (
        <img
          src={url.url}
          alt={label}
          onLoad={(event) => {
            const { naturalWidth, naturalHeight } = event.currentTarget;
            setDimensions(`${naturalWidth} × ${naturalHeight}`);
          }}
        />
      )}
      {/* A sound from a server has no captions; its facts stand beside it. */}
      {isSound && <audio controls src={url.url} aria-label={label} />}
      <div className={s.mediaFacts}>
        <MediumFacts block={block} facts={facts} dimensions={dimensions} />
        {loaded !== null && !isPicture && !isSound && (
          <p className="xs warn">{t("review.media.notShown")}</p>
        )}
        <p className="row xs">
          {isPicture && (
            <LinkButton onClick={() => setLarge(true)}>{t("review.media.larger")}</LinkButton>
          )}
          {onChange !== undefined && (
            <LinkButton onClick={() => onChange(null)}>{t("common.remove")}</LinkButton>
          )}
        </p>
      </div>
      {isPicture && (
        <Dialog open={large} wide onClose={() => setLarge(false)} title={t("review.block.image")}>
          <img className={s.large} src={url.url} alt={label} />
        </Dialog>
      )}
    </div>
  );
}

function MediumFacts({
  block,
  facts,
  dimensions,
}: {
  block: ImageBlock | AudioBlock;
  facts: MediaFacts | undefined;
  dimensions: string | null;
}) {
  const t = useT();
  const hash = isMediaRef(block.data) ? block.data.slice(MEDIA_PREFIX.length) : null;
  const other = facts?.sniffed !== undefined && facts.sniffed !== block.mimeType;
  return (
    <Facts
      rows={[
        { name: t("review.media.type"), value: <Quote>{block.mimeType}</Quote> },
        other && {
          name: t("review.media.really"),
          value: <Quote>{facts.sniffed ?? ""}</Quote>,
          tone: "warn",
        },
        facts?.validBase64 === false && {
          name: t("review.media.type"),
          value: t("failures.flags.base64-broken"),
          tone: "warn",
        },
        facts !== undefined && {
          name: t("review.media.size"),
          value: [dimensions, size(t, facts.bytes)].filter((part) => part !== null).join(", "),
        },
        hash !== null && {
          name: "SHA-256",
          value: (
            <span className="wire" title={hash}>
              {`${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`}
            </span>
          ),
        },
      ]}
    />
  );
}
