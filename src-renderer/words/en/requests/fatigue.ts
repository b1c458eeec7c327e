// The remark when many were approved in a minute, and the pause that it offers.
export const fatigue = {
  title_one: "{{count, number}} approval in a minute.",
  title_other: "{{count, number}} approvals in a minute.",
  why: "If these requests need no review, create a rule. Otherwise, take a break.",
  pause: "Pause for {{time}}",
  goOn: "Continue",
  paused: "Paused until {{time}}",
  waiting_one:
    "No requests are shown until then. {{count, number}} request is pending. Its server may give up.",
  waiting_other:
    "No requests are shown until then. {{count, number}} requests are pending. Their servers may give up.",
  goOnNow: "Continue now",
};
