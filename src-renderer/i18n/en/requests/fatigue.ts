// Approving faster than anybody reads, the pause that is offered, and requests nearly the same as one before.
export const fatigue = {
  title_one: "{{count, number}} approval, faster than it can be read.",
  title_other: "{{count, number}} approvals in a row, faster than they can be read.",
  why: "Reading what was new in them takes {{needed}} or more; you had them in sight for {{had}}. If they may pass unread, a rule can say so; else a pause helps.",
  rule: "Make a rule",
  pause: "Pause for {{time}}",
  goOn: "Go on",
  paused: "A pause until {{time}}",
  waiting_one:
    "Nothing is put before you meanwhile. {{count, number}} request waits here for you; its server may give up by itself.",
  waiting_other:
    "Nothing is put before you meanwhile. {{count, number}} requests wait here for you; their servers may give up by themselves.",
  goOnNow: "Go on now",
  like: {
    title_one: "Differs from the one you approved {{ago}} ago in {{count, number}} place.",
    title_other: "Differs from the one you approved {{ago}} ago in {{count, number}} places.",
    same: "Exactly the same as the one you approved {{ago}} ago.",
    shown: "The difference is shown first.",
    hidden: "All of the request is shown.",
    show: "Show the difference",
    whole: "Show all of the request",
    base: "Compare with",
    against: "The one you approved",
    received: "What was received",
    legend: "− approved before · + this request",
  },
};
