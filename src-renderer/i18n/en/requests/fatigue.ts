// Approving faster than one can read, the pause offered for it, and requests like one approved before.
export const fatigue = {
  title_one: "{{count, number}} approval, faster than you can read.",
  title_other: "{{count, number}} approvals in a row, faster than you can read.",
  why: "The new text takes at least {{needed}} to read; you had it open for {{had}}. If these requests need no review, create a rule. Otherwise, take a break.",
  rule: "Create rule",
  pause: "Pause for {{time}}",
  goOn: "Continue",
  paused: "Paused until {{time}}",
  waiting_one:
    "No requests are shown until then. {{count, number}} request is pending. Its server may give up.",
  waiting_other:
    "No requests are shown until then. {{count, number}} requests are pending. Their servers may give up.",
  goOnNow: "Continue now",
  like: {
    title_one: "{{count, number}} difference from the request you approved {{ago}} ago.",
    title_other: "{{count, number}} differences from the request you approved {{ago}} ago.",
    same: "Identical to the request you approved {{ago}} ago.",
    shown: "Differences are shown first.",
    hidden: "The whole request is shown.",
    show: "Show differences",
    whole: "Show whole request",
    base: "Compare with",
    against: "Approved request",
    received: "As received",
    legend: "− approved before · + this request",
  },
};
