// An image in a full-size dialog: fitted to the window, at its own size, or enlarged.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import s from "./ImageDialog.module.css";

const steps = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8, 16];

/** The next zoom step up or down; the same scale at either end. */
const stepped = (scale: number, by: 1 | -1): number =>
  (by === 1
    ? steps.find((step) => step > scale * 1.001)
    : steps.findLast((step) => step < scale * 0.999)) ?? scale;

type Pixels = { width: number; height: number };
type Scale = number | "fit";

export function ImageDialog({
  open,
  url,
  label,
  pixels,
  onClose,
}: {
  open: boolean;
  url: string;
  label: string;
  /** Null until the image is decoded. */
  pixels: Pixels | null;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog open={open} full onClose={onClose} title={t("content.zoom.title")}>
      <Zoomed url={url} label={label} pixels={pixels} />
    </Dialog>
  );
}

/** Mounted while open: every time it starts fitted. */
function Zoomed({ url, label, pixels }: { url: string; label: string; pixels: Pixels | null }) {
  const t = useT();
  const area = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState<Scale>("fit");
  const fitted = useFitted(area, pixels);
  const now = scale === "fit" ? fitted : scale;
  const onKey = (key: string): boolean => {
    if (key === "+" || key === "=") setScale(stepped(now, 1));
    else if (key === "-") setScale(stepped(now, -1));
    else if (key === "0") setScale("fit");
    else if (key === "1") setScale(1);
    else return false;
    return true;
  };
  return (
    <div
      className={s.zoomed}
      role="presentation"
      onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event.key)) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      <div className={s.tools}>
        <Button
          size="s"
          keys={KEYS.pictureFit}
          aria-pressed={scale === "fit"}
          onClick={() => setScale("fit")}
        >
          {t("content.zoom.fit")}
        </Button>
        <Button
          size="s"
          keys={KEYS.pictureFull}
          aria-pressed={scale === 1}
          onClick={() => setScale(1)}
        >
          {t("content.zoom.actual")}
        </Button>
        <Button size="s" keys={KEYS.pictureSmaller} onClick={() => setScale(stepped(now, -1))}>
          {t("common.zoomOut")}
        </Button>
        <Button size="s" keys={KEYS.pictureLarger} onClick={() => setScale(stepped(now, 1))}>
          {t("common.zoomIn")}
        </Button>
        <span className="xs ink2" role="status">
          {pixels !== null && t("content.medium.pixels", pixels)}
          {", "}
          {t("content.zoom.at", { percent: Math.round(now * 100) })}
        </span>
      </div>
      {/* Scrollable, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={area}
        className={s.area}
        tabIndex={0}
        role="region"
        aria-label={t("content.zoom.area")}
      >
        <img
          src={url}
          alt={label}
          className={now > 1 ? s.coarse : undefined}
          style={
            pixels === null ? undefined : { width: pixels.width * now, height: pixels.height * now }
          }
        />
      </div>
    </div>
  );
}

/** The scale that fits the whole image into the area, at most 1. */
function useFitted(area: RefObject<HTMLElement | null>, pixels: Pixels | null): number {
  const [fitted, setFitted] = useState(1);
  useEffect(() => {
    const box = area.current;
    if (box === null || pixels === null) return undefined;
    const measure = (): void =>
      setFitted(Math.min(1, box.clientWidth / pixels.width, box.clientHeight / pixels.height));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.focus();
    return () => observer.disconnect();
  }, [area, pixels]);
  return fitted;
}
