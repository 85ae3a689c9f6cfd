export { type AlertWordMatcher, createAlertWordMatcher } from './alert-words.ts';
export { renderedDirection, withDirections } from './direction.ts';
export { emojiCodeToNames, emojiNameToCode, isUnicodeEmoji, unicodeEmoji } from './emoji/table.ts';
export { zulipEmojiPath } from './emoji/zulip.ts';
export { escapeHtml } from './escape.ts';
export { type LinkPreview, linkPreviewHtml } from './link-preview.ts';
export {
  type CompiledLinkifier,
  compileLinkifier,
  LinkifierError,
  templateVariables,
} from './linkifier.ts';
export { literal, literalLinkText } from './literal.ts';
export { plainText } from './plain-text.ts';
export { type References, scanReferences } from './references.ts';
export { RENDERER_VERSION, render } from './render.ts';
export { topicLinks } from './topic-links.ts';
export type { Emoji, RenderContext, Rendered, TopicReference, UploadInfo } from './types.ts';
export { directUrl, narrowUrl } from './urls.ts';
export {
  channelLink,
  groupMention,
  type LinkedPlace,
  messageLink,
  personMention,
  placeLink,
  quotation,
} from './write-references.ts';
