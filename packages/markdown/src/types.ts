import type { CompiledLinkifier } from './linkifier.ts';

/** An emoji as a name resolves to it: one of Unicode (hex code points joined by `-`) or the organization's. */
export type Emoji =
  | { kind: 'unicode'; code: string }
  | { kind: 'realm'; id: string; name: string; url: string };

/** The caller's data of an uploaded file. `thumbnail` is the URL of its preview; without a width it has no preview. */
export type UploadInfo = {
  name: string;
  contentType: string;
  thumbnail?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

/**
 * The organization's data that rendering needs. Every lookup is synchronous: callers prefetch the references that
 * `scanReferences` names. When a lookup returns `undefined`, the construct stays text.
 */
export type RenderContext = {
  /** By full name; with an ID, only the person with both. With an empty name, by ID alone. */
  findUser(name: string, id?: number): { id: number; fullName: string } | undefined;
  findGroup(name: string): { id: number; name: string } | undefined;
  findChannel(name: string): { id: number; name: string } | undefined;
  /** By the name between colons; see `unicodeEmoji` for those of Unicode. */
  emoji(name: string): Emoji | undefined;
  linkifiers: readonly CompiledLinkifier[];
  /** The server's own origin, e.g. `https://chat.example.com`; links to its uploads are recognized by it. */
  publicUrl: string;
  /** By the path after `/user_uploads/`, decoded. */
  uploads?: ((path: string) => UploadInfo | undefined) | undefined;
  imagePreviews: boolean;
  /** The address to load an image of another site through, e.g. a proxy; `undefined` for no preview. Default: as it is. */
  externalImage?: ((url: string) => string | undefined) | undefined;
  /** Whether `@**all**` and its synonyms, and `@**topic**`, are mentions here. Default true. */
  channelWildcards?: boolean | undefined;
  topicWildcards?: boolean | undefined;
  /** Language of code blocks that name none. */
  defaultCodeLanguage?: string | undefined;
  /** Text of a link to the empty topic. Default `general chat`. */
  emptyTopicName?: string | undefined;
  /** Whether `:)` and similar emoticons become emoji (a setting of the sender). Default false. */
  translateEmoticons?: boolean | undefined;
};

/** A link to a topic or message found in the content. */
export type TopicReference = { channelId: number; topic: string; messageId?: number };

/** Lists hold no duplicates and keep the order of first appearance. */
export type Rendered = {
  html: string;
  mentionedUserIds: number[];
  silentlyMentionedUserIds: number[];
  mentionedGroupIds: number[];
  silentlyMentionedGroupIds: number[];
  mentionsChannelWildcard: boolean;
  mentionsTopicWildcard: boolean;
  /** A link to an address; links to channels and topics do not count. */
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** Paths after `/user_uploads/`, decoded. */
  uploadPaths: string[];
  isMeMessage: boolean;
  topicReferences: TopicReference[];
};
