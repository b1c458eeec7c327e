// 用占位符让值不进入模型：在第一关选择，在第二关还原，并写入记录。

export const redaction = {
  replace: "替换为占位符",
  keep: "放行",
  replaceAll_other: "将全部 {{count, number}} 个值替换为占位符",
  allListed_other: "将列出的 {{count, number}} 个值替换为占位符",
  unlisted: "未列出的不会替换。",
  keepAll: "都不替换",
  chosen: "模型看到的是占位符。",
  byRule: {
    chosen: "由规则选定；你可以在检查结果中另作选择。",
    wait: "有规则要求替换某些值；正在查找。",
    late: "有规则要求替换某些值，但未能及时找到。",
    more: "有规则要求替换某些值，但找到的比列出的多。",
    next: "请在检查结果中自行选择，或修改请求。",
  },
  bar: {
    title_other: "模型看到此请求之前，会替换 {{count, number}} 个值。",
    where_other: "共 {{count, number}} 处：{{names}}。",
    kept: "服务器的原始请求照原样留在记录中；占位符代表什么不会保存在任何地方。",
  },
  left: "有一个所选的值无法替换：它太短、看起来像占位符，或者协议本身的用词就包含它。解决之前无法批准。",
  media: "图像和声音原样送出：其中的内容不会替换。",
  form: "显示哪种形式",
  asCame: "原样",
  forModel: "模型看到的",
  back: {
    title_other: "{{count, number}} 个占位符已还原为原值。",
    none: "模型看到的是占位符，回答中没有用到。",
    mended_other: "{{count, number}} 个写法不同，但没有疑问。",
    doubtful_other: "{{count, number}} 处看起来像占位符，未作改动：",
    forServer: "服务器收到的",
    written: "模型的原文",
  },
  refine: "生成该回答时替换的值，在模型看到此内容之前会再次替换。",
  attempt_other: "替换了 {{count, number}} 个值：{{names}}",
  fact: "已替换",
};
