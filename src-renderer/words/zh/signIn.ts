// 通过浏览器登录服务器时的文字。
import type { Translation } from "../translation.ts";
import type { signIn as en } from "../en/signIn.ts";

export const signIn: Translation<typeof en> = {
  state: "请登录",
  title: "登录",
  asks: {
    first: "此服务器请你登录。",
    more: "此服务器要求的权限超出你已授予的范围。",
    again: "你的登录已过期。此服务器请你重新登录。",
    text: "尚未打开任何页面。同意后，浏览器将打开下面的页面。",
    ended: "签发方拒绝续期：",
    said: "服务器的说明：",
    moved: "此前该服务器使用另一个签发方。请确认这一变化符合预期。",
  },
  fact: {
    issuer: "签发方",
    page: "登录页面",
    scopes: "请求的权限",
    client: "客户端",
    redirect: "浏览器返回到",
    noScopes: "未请求任何范围，由签发方决定。",
    registers: "“{{name}}”，将注册于",
    registered: "“{{name}}”，已注册为",
    byHand: "你填写的客户端 ID：",
    needed: "尚无：此签发方不接受应用自行注册，请填写客户端 ID。",
  },
  byHand: {
    open: "使用自己的客户端 ID",
    close: "不使用自己的客户端 ID",
    id: "客户端 ID",
    idHint: "请先用浏览器返回的地址在签发方注册一个应用，再填入得到的 ID。",
    document: "也可以填写客户端元数据文档的 https 地址。",
    secret: "客户端密钥",
    secretAside: "如果有",
    kept: "与其他机密一样保存，只发送给此签发方。",
  },
  signIn: "登录",
  working: {
    metadata: "正在查找登录页面…",
    registration: "正在向签发方注册…",
    token: "正在获取令牌…",
  },
  waiting: {
    title: "正在等待浏览器。",
    text: "请在打开的页面中登录。剩余时间：{{left}}。",
    notOpened: "无法打开浏览器。",
    notOpenedText: "请复制地址并自行打开。剩余时间：{{left}}。",
    link: "如果没有打开页面，请自行打开此地址：",
    address: "页面地址",
    foreign_other: "收到 {{count, number}} 个属于其他登录的响应。",
    foreignText:
      "未采用其中任何内容。如果你刚刚完成登录，请再次打开下面的地址；否则可能有其他页面试图代你响应。",
  },
  issuerSlash: {
    announced: "服务器给出的",
    named: "签发方自称",
    accept: "对此服务器接受",
  },
  declined: {
    title: "你尚未登录。",
    text: "登录之前，Countersign 无法使用此服务器。",
  },
  signedIn: {
    as: "登录身份",
    since: "登录时间",
    sinceAt: "{{date}}",
    scopes: "已授予",
    noScopes: "签发方没有说明。",
    ends: "到期",
    endsAt: "{{date}}，自动续期",
    endsForGood: "{{date}}，之后需要重新登录",
    never: "签发方没有说明何时到期。",
    signOut: "退出登录",
    what: "通知签发方结束登录，并在本机删除它。",
    whatLocal: "在本机删除登录；无法通知此签发方结束登录。",
  },
  signedOut: {
    revoked: "已退出登录。签发方已结束此次登录，本机已删除。",
    "not-offered": "已退出登录，本机已删除。无法通知签发方，令牌在到期之前仍有效。",
    "not-revoked": "已退出登录，本机已删除，但签发方没有确认令牌已失效。",
  },
  shell: {
    asks: "“{{name}}”请你登录。",
    text: "登录之前，需要登录的调用会暂停。",
    look: "查看登录…",
  },
};
