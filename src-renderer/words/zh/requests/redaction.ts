// 用占位符让值不进入模型：在第一关选择，在第二关还原，并写入审计日志。

export const redaction = {
  replace: "遮盖",
  keep: "不遮盖",
  replaceAll_other: "遮盖全部 {{count, number}} 个值",
  allListed_other: "遮盖列出的 {{count, number}} 个值",
  unlisted: "未列出的值不会被遮盖。",
  alsoOff_other: "其中 {{count, number}} 个来自已关闭的检查，未列出。",
  keepAll: "都不遮盖",
  chosen: "模型看到的是占位符。",
  byRule: {
    chosen: "由规则选定。你可以在检查结果中更改。",
    wait: "有规则要求遮盖，正在检查相应的值",
    late: "有规则要求遮盖，但检查超时",
    more: "有规则要求遮盖，但值比列出的更多",
    next: "请在检查结果中选择，或修改请求",
  },
  bar: {
    title_other: "模型看到此请求之前，会遮盖 {{count, number}} 个值。",
    where_other: "共 {{count, number}} 处：{{names}}。",
    kept: "审计日志保留请求的原样；不保存占位符所代表的值。",
  },
  left: "有一个值无法遮盖：它太短、看起来像占位符，或者是协议本身的用词。解决后才能批准。",
  media: "图像和音频原样发送，不会被遮盖。",
  form: "显示的版本",
  forModel: "模型看到的",
  back: {
    title_other: "{{count, number}} 个占位符已还原为原值。",
    none: "模型看到的是占位符，但回复中没有用到。",
    mended_other: "{{count, number}} 个写法不同，但没有歧义。",
    doubtful_other: "{{count, number}} 处看起来像占位符，未作改动：",
    forServer: "发送给服务器的",
    written: "生成的原样",
  },
  attempt_other: "{{count, number}} 个值已遮盖：{{names}}",
  fact: "已遮盖",
};
