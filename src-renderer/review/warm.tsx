// Draws the gates once out of sight while the window is idle: code that has never run and styles that were never matched
// take three times as long, and the first request of a session would wait for them.
import { Activity } from "react";
import { createRoot } from "react-dom/client";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Attempt, Phase, Sample } from "../../src-shared/sampling/sample.ts";
import { TooltipRoot } from "../ui/Tooltip.tsx";
import { Review } from "./ReviewScreen.tsx";

/** It is drawn in slices between other work; by then it is done on any machine, and nothing of it is kept. */
const GONE_AFTER_MS = 5000;
/** How often it is looked whether they are drawn. */
const LOOKED_EVERY_MS = 50;

const document: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "." } }],
  maxTokens: 1,
};

const attempt: Attempt = {
  id: "warm",
  document,
  documentHash: "",
  model: null,
  by: { kind: "desk" },
  startedAtMs: 0,
  state: {
    kind: "done",
    generated: { role: "assistant", content: { type: "text", text: "." }, model: "." },
    generatedHash: "",
    tookMs: 0,
  },
};

const sample = (id: string, phase: Phase, attempts: Attempt[]): Sample => ({
  id,
  asker: {
    ...{ serverId: "warm", name: "", transport: "stdio", where: "" },
    ...{ protocolVersion: "2025-11-25", era: "legacy", encrypted: null },
  },
  origin: { kind: "none" },
  reply: { kind: "pushed", requestId: 0 },
  receivedAtMs: 0,
  asked: null,
  askedHash: "",
  proposed: document,
  flags: [],
  media: [],
  attempts,
  phase,
  revision: 0,
  timeline: [],
});

/** Samples of nobody: one at gate 1, one while a model works, one at gate 2. */
const samples: readonly Sample[] = [
  sample("warm 1", { kind: "request" }, []),
  sample("warm 2", { kind: "response" }, [{ ...attempt, state: { kind: "running" } }]),
  sample("warm 3", { kind: "response" }, [attempt]),
];

/**
 * Draws them into an element that belongs to no page, hidden: nothing of it has effects, is seen, heard or found, or asks
 * main for anything. Then a copy of each part is laid out in the page, a part in each idle moment, and gone before that
 * is painted.
 * @param goesOn whether it is still of use
 */
export function warmReview(goesOn: () => boolean): void {
  const holder = window.document.createElement("div");
  const root = createRoot(holder);
  root.render(
    <TooltipRoot>
      {samples.map((each) => (
        <Activity key={each.id} mode="hidden">
          <Review sample={each} />
        </Activity>
      ))}
    </TooltipRoot>,
  );
  const endsMs = performance.now() + GONE_AFTER_MS;
  const whenDrawn = (): void => {
    if (!goesOn() || performance.now() > endsMs) return;
    const gates = [...holder.querySelectorAll("[data-review]")];
    if (gates.length < samples.length)
      setTimeout(() => requestIdleCallback(whenDrawn), LOOKED_EVERY_MS);
    else
      layOutAtIdle(
        gates.flatMap((gate) => [...gate.children]),
        goesOn,
      );
  };
  requestIdleCallback(whenDrawn);
  setTimeout(() => root.unmount(), GONE_AFTER_MS);
}

function layOutAtIdle(parts: Element[], goesOn: () => boolean): void {
  requestIdleCallback(() => {
    const part = parts.shift();
    if (part === undefined || !goesOn()) return;
    layOut(part);
    layOutAtIdle(parts, goesOn);
  });
}

/** Lays a copy out where it would stand, unseen and within one task. */
function layOut(part: Element): void {
  const gate = part.parentElement?.cloneNode(false);
  if (!(gate instanceof HTMLElement)) return;
  gate.append(part.cloneNode(true));
  gate.inert = true;
  gate.style.cssText =
    "position:fixed;inset:0;display:grid;visibility:hidden;contain:strict;pointer-events:none";
  window.document.body.append(gate);
  // Reading a size is what makes the page match styles and lay out.
  gate.getBoundingClientRect();
  gate.remove();
}
