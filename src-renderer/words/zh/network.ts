// 通往提供方的路径：代理与证书的用词。
import type { Translation } from "../translation.ts";
import type { network as source } from "../en/network.ts";

export const network: Translation<typeof source> = {
  intro: "Countersign 如何连接模型提供方。本机地址总是直接连接。",
  proxy: "代理",
  kind: {
    auto: "按环境变量或系统设置",
    autoHint: "设置了 HTTPS_PROXY 等变量时用它们，否则用系统设置及其 PAC 文件。",
    address: "使用这个代理",
    addressHint: "用于本机之外的所有提供方。",
    none: "不使用",
    noneHint: "直接连接提供方。",
  },
  urlHint: "http、https 或 socks5，例如 http://proxy.example.com:3128。",
  noUrl: "请输入代理的地址。",
  bypass: "不经过代理",
  bypassHint: "名称、网络或端口，用逗号分隔：.example.com, 10.0.0.0/8。",
  login: "用户名和密码",
  loginHint: "代理要求时使用。仅支持 Basic，不支持 NTLM 和 Kerberos。",
  at: "用于哪个代理",
  user: "用户名",
  passwordKept: "已保存",
  passwordHint: {
    encrypted: "由系统的密钥库保管，只发给这个代理。",
    memory: "只保留到你退出为止：本系统没有密钥库。只发给这个代理。",
  },
  routes: "各提供方当前的路径",
  noRoutes: "还没有提供方。",
  straight: "直接连接",
  by: "经过 {{proxy}}",
  unreadable: "无法连接：代理地址无效",
  from: {
    person: "在此设置",
    system: "来自系统",
    here: "本机",
    bypass: "不经过代理",
    variable: "来自 {{name}}",
  },
  certificatesIntro: "在 Countersign 自带的证书之外信任。会检查加密流量的组织有自己的证书。",
  add: "添加 PEM 文件…",
  holds: "内容",
  whose: "来源",
  count_other: "{{count, number}} 个证书",
  until: "有效至 {{day}}",
  source: { person: "由你选择", system: "本系统的" },
  fault: {
    unreadable: "无法读取",
    "no-certificate": "其中没有证书",
    "too-large": "太大，不是证书",
  },
  noCertificates: "没有。使用系统自带的证书（如有）。",
};
