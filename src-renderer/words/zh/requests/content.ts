// 内容部分：各种内容的添加、移动、修复，以及旁边的参数。
import type { Translation } from "../../translation.ts";
import type { content as english } from "../../en/requests/content.ts";

export const content: Translation<typeof english> = {
  addToolUse: "添加工具调用",
  drop: "拖放图像或音频文件即可添加到此处",
  dropReplace: "拖放图像或音频文件即可替换此内容",
  dropBytes: "拖放文件即可替换这些字节",
  up: "上移此部分",
  down: "下移此部分",
  remove: "移除此部分",
  medium: {
    open: "以原尺寸打开",
    save: "保存…",
    saved: "已保存",
    pixels: "{{width, number}} × {{height, number}} 像素",
    bytes: "解码后 {{size}}",
    cannotShow: "此类型无法在这里显示。除非移除，否则会原样发送。",
    cannotDecode: "无法显示图像：已损坏或不完整。",
    cannotPlay: "无法播放音频：已损坏、不完整或格式不受支持。",
    notBase64: "不是有效的 base64。修复或替换后才能显示。",
    unread: "无法从审计日志中读取。",
    forgotten: "内容已删除。",
  },
  zoom: {
    title: "原尺寸图像",
    fit: "适合窗口",
    actual: "100%",
    at: "显示比例 {{percent}} %",
    area: "图像；方向键可滚动",
  },
  mend: {
    setType: "把类型改为",
    base64: "转换为有效的 base64",
    setNumber: "改为",
    removeValue: "移除该值",
  },
  flags: {
    label: "协议问题",
    more_other: "再显示 {{count, number}} 条",
  },
  members: {
    label: "{{label}}的 {{name}}",
    show: "完整显示 {{name}}",
    hide: "收起 {{name}}",
    kept: "原样发送",
  },
  toolUse: { id: "ID", notObject: "参数须为 JSON 对象。" },
  toolResult: {
    isError: "标记为错误",
    empty: "没有内容。",
  },
  resource: { link: "资源链接", embedded: "嵌入资源", at: "位于" },
  oneBlock: {
    title: "该服务器只接受一个部分，而回复有 {{count, number}} 个。",
    texts: "请求不带工具，因此其协议版本只允许一个部分。",
    mixed: "请求不带工具，因此其协议版本只允许一个部分。不会自动移除任何内容：请选择要保留的部分。",
    join: "把文本合并为一个",
    keep: "只保留第 {{number, number}} 部分",
  },
  stopReason: {
    other: "其他…",
    otherLabel: "自定义停止原因",
    known: {
      endTurn: "模型已完成",
      stopSequence: "遇到停止序列",
      maxTokens: "达到词元上限",
      toolUse: "模型调用工具",
    },
  },
  parameters: {
    newStop: "新的停止序列",
    stopNumber: "停止序列 {{number, number}}",
    escapes: "用 \\n 表示换行，用 \\t 表示制表符。",
    badEscape: "转义序列无效。请补全或移除。",
  },
  hand: {
    off: "不可用：{{why}}",
    broken: "有 JSON 尚不是有效的 JSON",
    unkept: "有一个值尚无法遮盖",
    stopped: "已全部停止",
    "server-stopped": "此服务器已停止",
    "not-recorded": "无法写入审计日志",
    "team-offline": "无法连接团队的数据库",
    "team-stopped": "团队已停止",
    "team-edited": "其他人正在编辑",
  },
};
