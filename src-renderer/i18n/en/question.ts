// The words of questions that a server has for the person (elicitation).
export const question = {
  asks: "{{server}} asks you",
  label: "Question of {{server}}",
  message: "What it says",
  noSecrets:
    "Servers must not ask for passwords or keys here. Nothing is sent until you press Send answer.",
  beside_one:
    "Your answer leaves together with {{count, number}} other thing that the server asked, once that is decided.",
  beside_other:
    "Your answer leaves together with {{count, number}} other things that the server asked, once they are decided.",
  url: {
    title: "The server wants you to open a page.",
    text: "Countersign opens no pages for servers, and had not offered to. Decline, or dismiss it.",
    address: "Address, not opened",
  },
  accept: "Send answer",
  decline: "Decline",
  dismiss: "Dismiss",
  dismissHint: "tells the server that you made no choice",
  stopped: "Everything is stopped. Declining and dismissing still work.",
  faults: "Not sent: see the marked fields.",
  unreadable: "A value cannot be read yet.",
  answer: "Your answer",
  takeBack: "Take back",
  ready: "You answered. It leaves once everything that the server asked beside it is decided.",
  leaving: "On its way to the server.",
  answered: {
    accept: "You answered. The server has exactly what is shown below.",
    decline: "You declined. The server was told so, and nothing else.",
    cancel: "You dismissed it. The server was told that you made no choice.",
  },
  notSent: "Your answer did not reach the server.",
  unknown: "Nobody knows whether your answer reached the server. It is not sent again.",
  refused: "Refused by itself with error {{code}}:",
  refusedEmbedded: "Refused by itself, so the call is not repeated:",
  nothingSent: "Nothing was sent.",
  ended: {
    "server-cancelled": "The server no longer asks.",
    "call-ended": "The call that asked this has ended.",
    "call-cancelled": "You cancelled the call that asked this.",
    "server-died": "The server ended.",
    disconnected: "The connection was lost.",
    "switched-off": "The server was switched off. It was told that you made no choice.",
    "sibling-declined":
      "Something that the server asked beside this was declined, so the call is not repeated.",
    quit: "Countersign was quit. The server was told that you made no choice.",
  },
  answerNotSent: "Your answer below was not sent.",
  elsewhere: "{{server}} asks you something.",
  show: "Show the question",
} as const;
