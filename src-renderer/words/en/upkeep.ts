// What goes on with a server beside calls and requests: shared folders, a ping.
export const upkeep = {
  roots: {
    title: "Shared folders",
    notAsked: "Not requested by the server.",
    asked_one: "Requested once, at {{at}}. Response:",
    asked_other: "Requested {{count, number}} times, last at {{at}}. Response:",
    none: "no shared folders (error −32601).",
  },
  ping: {
    title: "Round trip",
    action: "Ping",
    going: "Waiting for the response…",
    took: "Response after {{time}}, at {{at}}.",
    discover: "This protocol version has no ping, so server/discover was used.",
  },
} as const;
