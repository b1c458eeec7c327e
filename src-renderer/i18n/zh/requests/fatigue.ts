// 批准得比任何人阅读都快、随之建议的暂停，以及与之前几乎相同的请求。
export const fatigue = {
  title_one: "{{count, number}} 次批准，快于阅读所需。",
  title_other: "连续 {{count, number}} 次批准，都快于阅读所需。",
  why: "读完其中的新内容至少需要 {{needed}}，而它们只在你眼前停留了 {{had}}。如果它们可以不经阅读就放行，可用规则写明；否则不妨歇一会儿。",
  rule: "建立规则",
  pause: "暂停 {{time}}",
  goOn: "继续",
  paused: "暂停到 {{time}}",
  waiting_one:
    "这段时间里不会让你做决定。有 {{count, number}} 个请求在此等你；其服务器可能会自行放弃。",
  waiting_other:
    "这段时间里不会让你做决定。有 {{count, number}} 个请求在此等你；其服务器可能会自行放弃。",
  goOnNow: "现在继续",
  like: {
    title_one: "与你 {{ago}}前批准的那个有 {{count, number}} 处不同。",
    title_other: "与你 {{ago}}前批准的那个有 {{count, number}} 处不同。",
    same: "与你 {{ago}}前批准的那个完全相同。",
    shown: "先显示不同之处。",
    hidden: "正在显示整个请求。",
    show: "显示不同之处",
    whole: "显示整个请求",
    base: "比较对象",
    against: "你批准过的那个",
    received: "收到的内容",
    legend: "− 之前批准的 · + 这个请求",
  },
};
