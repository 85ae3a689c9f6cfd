import type { CompiledLinkifier } from './linkifier.ts';

/** The emoji that a name stands for: one of Unicode (hex code points joined by `-`) or one of the organization. */
export type Emoji =
  | { kind: 'unicode'; code: string }
  | { kind: 'realm'; id: string; name: string; url: string };

/**
 * The caller's data about an uploaded file. `thumbnail` is the URL of its preview. A file without a width has no
 * preview.
 */
export type UploadInfo = {
  name: string;
  contentType: string;
  thumbnail?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

/**
 * The data of the organization that rendering needs. Every lookup is synchronous: callers prefetch the references that
 * `scanReferences` returns. When a lookup returns `undefined`, the construct stays text.
 */
export type RenderContext = {
  /** Finds a person by full name. With an ID, both must match. With an empty name, only the ID must match. */
  findUser(name: string, id?: number): { id: number; fullName: string } | undefined;
  findGroup(name: string): { id: number; name: string } | undefined;
  findChannel(name: string): { id: number; name: string } | undefined;
  /** Finds an emoji by the name between colons. `unicodeEmoji` finds those of Unicode. */
  emoji(name: string): Emoji | undefined;
  linkifiers: readonly CompiledLinkifier[];
  /** The origin of this server, for instance `https://chat.example.com`. Links to its uploads start with it. */
  publicUrl: string;
  /** Finds an upload by its decoded path after `/user_uploads/`. */
  uploads?: ((path: string) => UploadInfo | undefined) | undefined;
  imagePreviews: boolean;
  /**
   * Returns the address from which an image of another site is loaded, for instance through a proxy; `undefined` for no
   * preview. By default the address is unchanged.
   */
  externalImage?: ((url: string) => string | undefined) | undefined;
  /** Whether `@**all**` with its synonyms, and `@**topic**`, are mentions in this message. Default true. */
  channelWildcards?: boolean | undefined;
  topicWildcards?: boolean | undefined;
  /** Language of code blocks that do not name one. */
  defaultCodeLanguage?: string | undefined;
  /** Text of a link to the empty topic. Default `general chat`. */
  emptyTopicName?: string | undefined;
  /** Whether `:)` and similar emoticons become emoji, which is a setting of the sender. Default false. */
  translateEmoticons?: boolean | undefined;
};

/** A link to a topic or message that the content contains. */
export type TopicReference = { channelId: number; topic: string; messageId?: number };

/** The result of rendering. Lists contain no duplicates and keep the order of first appearance. */
export type Rendered = {
  html: string;
  mentionedUserIds: number[];
  silentlyMentionedUserIds: number[];
  mentionedGroupIds: number[];
  silentlyMentionedGroupIds: number[];
  mentionsChannelWildcard: boolean;
  mentionsTopicWildcard: boolean;
  /** Whether the content links to an address. Links to channels and topics do not count. */
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** Addresses of web pages that may get a preview (docs/api/rendering.md#previews-of-links). */
  previewLinks: string[];
  /** Decoded paths after `/user_uploads/`. */
  uploadPaths: string[];
  isMeMessage: boolean;
  topicReferences: TopicReference[];
};
