// The exact message that the server or program will get, folded; opened, it is indented.
import { useDeferredValue, useMemo, useState } from "react";
import { CodeBlock, ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { eventsFor, messageFor } from "#shared/request/checks/wire.ts";
import { mediaRefs } from "#shared/request/document/media.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { ClosedIcon, OpenIcon } from "#kit/controls/icons.ts";
import { size } from "#kit/text/time.ts";
import s from "./ReceivedMessage.module.css";

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export function ReceivedMessage({
  request,
  asked,
  document,
  made,
}: {
  request: HeldRequest;
  asked: RequestDocument;
  /** As it would be sent. */
  document: ResponseDocument;
  /** Null: nothing written yet. */
  made: "asGenerated" | "edited" | "byHand" | null;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const message = useMemo(
    () => messageFor({ ...request, proposed: asked }, document),
    [request, asked, document],
  );
  // What is sent in its place as a stream; null: none.
  const events = useMemo(() => eventsFor(request, document), [request, document]);
  // Deferred, so that typing does not wait for the size.
  const late = useDeferredValue(message);
  const json = useMemo(() => JSON.stringify(late), [late]);
  const media = useMemo(() => mediaRefs(JSON.parse(json)).length, [json]);
  if (message === null || late === null) return null;
  const how = request.reply.kind;
  const exact = events ?? json;
  const title = t(how === "http" ? "review.receives.program" : "review.receives.title");
  return (
    <section className={s.receives} aria-label={title}>
      <div className={s.line}>
        <button
          type="button"
          className={s.head}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon of={open ? OpenIcon : ClosedIcon} />
          <b>{title}</b>
          <span className="cut">
            {made === null
              ? t("review.receives.nothing")
              : `${size(t, bytesOf(exact))}, ${t(`review.receives.${made}`)}`}
          </span>
        </button>
        {open && (
          <>
            <span className="cut">
              {media === 0
                ? t(`review.receives.${events === null ? how : "events"}`)
                : t("review.receives.media", { count: media })}
            </span>
            <CopyButton what={title} text={() => events ?? JSON.stringify(message)} />
          </>
        )}
      </div>
      {open && <Message message={late} events={events} label={title} />}
    </section>
  );
}

function Message({
  message,
  events,
  label,
}: {
  message: object;
  events: string | null;
  label: string;
}) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const text = useMemo(() => events ?? JSON.stringify(message, null, 2), [message, events]);
  return (
    <div ref={setBody} className={s.body} data-scroller="" data-leave="receives" tabIndex={-1}>
      <ScrollerContext value={body}>
        <CodeBlock
          identity="receives"
          value={text}
          language={events === null ? "json" : "plaintext"}
          readOnly
          label={label}
        />
      </ScrollerContext>
    </div>
  );
}
