// What goes on with a server beside calls and requests: shared folders, a ping.
export const upkeep = {
  roots: {
    title: "Shared folders",
    notAsked: "The server has not asked for them.",
    asked_one: "The server asked once, at {{at}}, and was told:",
    asked_other: "The server asked {{count, number}} times, last at {{at}}, and was told:",
    none: "that no folder is shared with it (error −32601).",
  },
  ping: {
    title: "Round trip",
    action: "Ping",
    going: "Waiting for the answer…",
    took: "Answered after {{time}}, at {{at}}.",
    discover: "This revision has no ping: it was asked for what it is.",
  },
} as const;
