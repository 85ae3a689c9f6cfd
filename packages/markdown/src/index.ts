export { type AlertWordMatcher, createAlertWordMatcher } from './alert-words.ts';
export {
  emojiCodeToNames,
  emojiNameToCode,
  emojiOfCode,
  isUnicodeEmoji,
  unicodeEmoji,
} from './emoji/table.ts';
export { zulipEmojiPath } from './emoji/zulip.ts';
export { escapeHtml } from './escape.ts';
export { type LinkPreview, linkPreviewHtml } from './links/link-preview.ts';
export {
  type CompiledLinkifier,
  compileLinkifier,
  LinkifierError,
  templateVariables,
} from './links/linkifier.ts';
export { directUrl, narrowUrl } from './links/urls.ts';
export { type References, scanReferences } from './references/references.ts';
export {
  channelLink,
  groupMention,
  type LinkedPlace,
  messageLink,
  personMention,
  placeLink,
  quotation,
} from './references/write-references.ts';
export { renderedDirection, withDirections } from './rendering/direction.ts';
export { plainText } from './rendering/plain-text.ts';
export { RENDERER_VERSION, render } from './rendering/render.ts';
export { topicLinks } from './rendering/topic-links.ts';
export { literal, literalLinkText } from './syntax/literal.ts';
export type { Emoji, RenderContext, Rendered, TopicReference, UploadInfo } from './types.ts';
