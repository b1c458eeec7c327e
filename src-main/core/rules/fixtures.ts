// Responds with a fixture that the user turned on for the server: both approvals in one step, with the fixture as
// actor.
import { externalise } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { Actor, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { EventApplier } from "../desk/eventApplier.ts";
import type { RequestMedia } from "../desk/requestMedia.ts";
import type {
  Clock,
  Hasher,
  MediaStore,
  FixtureMatch,
  FixtureSource,
  TeamQueue,
} from "../ports.ts";
import type { Roster } from "../desk/roster.ts";

interface Parts {
  clock: Clock;
  hasher: Hasher;
  media: MediaStore;
}

/** The events that respond with a fixture, and the media they refer to. */
interface ByFixture {
  by: Extract<Actor, { kind: "fixture" }>;
  media: MediaFacts[];
  events: RequestEvent[];
}

/** Applies a fixture to a new request; on failure the codes of the rules that it breaks. */
function byFixture(
  request: HeldRequest,
  hit: FixtureMatch,
  { clock, hasher, media }: Parts,
): { ok: true; made: ByFixture } | { ok: false; codes: string[] } {
  const held = new Map<string, MediaFacts>();
  const answer = externalise(hit.answer, (base64) => {
    const facts = media.put(request.id, base64);
    held.set(facts.ref, facts);
    return facts.ref;
  });
  const kind = kindOf(request);
  const response = kind.readResponse(answer);
  if (response === null || request.proposed === null)
    return { ok: false, codes: ["answer-unreadable"] };
  const generated = kind.formedFor(request, response);
  const flags = kind.checkResponse(generated, request.proposed, {
    spoken: request.requester,
    media: [...request.media, ...held.values()],
  });
  const codes = flags.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));
  if (codes.length > 0) return { ok: false, codes: [...new Set(codes)] };
  const { answer: _answer, ...fixture } = hit;
  const by = { kind: "fixture" as const, name: hit.name };
  const at = { atMs: clock.nowMs(), by, attemptId: clock.newId() };
  const documentHash = hasher.hash(generated);
  return {
    ok: true,
    made: {
      by,
      media: [...held.values()],
      events: [
        {
          ...at,
          kind: "answered-by-fixture",
          base: { revision: request.revision, hash: request.askedHash },
          document: request.proposed,
          documentHash: hasher.hash(request.proposed),
          generated,
          generatedHash: documentHash,
          fixture,
        },
        {
          ...at,
          kind: "response-approved",
          base: { revision: request.revision + 1, hash: documentHash },
          document: generated,
          documentHash,
        },
      ],
    },
  };
}

/**
 * Responds with a fixture if one matches and is valid; otherwise the user is asked as usual. Never to a request of the
 * team: nobody else has seen one's own fixtures.
 */
export function respondFromFixture(
  requestId: string,
  parts: Parts & { fixtures?: FixtureSource; team?: Pick<TeamQueue, "has"> },
  desk: {
    roster: Pick<Roster, "get">;
    applying: Pick<EventApplier, "applyAll">;
    media: Pick<RequestMedia, "addGenerated">;
  },
): void {
  const { fixtures, clock, team } = parts;
  const request = desk.roster.get(requestId);
  if (request === undefined || !kindOf(request).takesFixtures || team?.has(requestId)) return;
  const hit = fixtures?.find(request) ?? null;
  if (hit === null) return;
  const answer = byFixture(request, hit, parts);
  if (!answer.ok) return fixtures?.onInvalid(hit, answer.codes, clock.nowMs());
  const { by, events, media } = answer.made;
  for (const facts of media) desk.media.addGenerated(requestId, facts, by);
  const now = desk.roster.get(requestId) ?? request;
  if (desk.applying.applyAll(now, events).ok) fixtures?.onUsed(hit, clock.nowMs());
}
