import type { ChannelId, GroupId, MessageId, UserId } from '@parley/rules';
import type { CompiledLinkifier } from './links/linkifier.ts';

/** An emoji: of Unicode (`code` is the hexadecimal code points joined by `-`), or of the organization. */
export type Emoji =
  | { kind: 'unicode'; code: string }
  | { kind: 'realm'; id: string; name: string; url: string };

/** Data about an uploaded file. `thumbnail` is the URL of its preview. An image without one of the optional fields has none. */
export type UploadInfo = {
  name: string;
  contentType: string;
  thumbnail?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

/**
 * The data of the organization that rendering needs. Lookups are synchronous: callers load all references that `scanReferences`
 * returns before. When a lookup returns undefined, the markup stays plain text.
 */
export type RenderContext = {
  /** Finds a person by full name. With an ID, both name and ID must match. With an empty name, only the ID must. */
  findUser(name: string, id?: number): { id: number; fullName: string } | undefined;
  /** Finds a group by name. With an ID, the name is empty, and only the ID counts. */
  findGroup(name: string, id?: number): { id: number; name: string } | undefined;
  findChannel(name: string): { id: number; name: string } | undefined;
  /** Finds an emoji by its name without colons. The function `unicodeEmoji` of this package finds those of Unicode. */
  emoji(name: string): Emoji | undefined;
  linkifiers: readonly CompiledLinkifier[];
  /** The origin of this server, for instance `https://chat.example.com`. URLs that start with it belong to this server. */
  publicUrl: string;
  /** Finds an uploaded file by its path after `/user_uploads/`, percent-decoded. */
  uploads?: ((path: string) => UploadInfo | undefined) | undefined;
  imagePreviews: boolean;
  /**
   * Returns the URL from which clients load an image or video of another host, for instance through a proxy; undefined for no
   * preview. By default the URL is unchanged.
   */
  externalMedia?: ((url: string) => string | undefined) | undefined;
  /**
   * `channelWildcards`: whether `@**all**` and its synonyms are mentions in this message. `topicWildcards`: the same for
   * `@**topic**`. Default: true.
   */
  channelWildcards?: boolean | undefined;
  topicWildcards?: boolean | undefined;
  /** Language of code blocks that name none. */
  defaultCodeLanguage?: string | undefined;
  /** Text of links to the empty topic. Default: `general chat`. */
  emptyTopicName?: string | undefined;
  /** Whether `:)` and similar emoticons become emoji. Default: false. */
  translateEmoticons?: boolean | undefined;
};

/** A topic or message to which the content links. */
export type TopicReference = { channelId: ChannelId; topic: string; messageId?: MessageId };

/** The result of rendering. Its lists contain no duplicates, and are in the order of first occurrence. */
export type Rendered = {
  html: string;
  mentionedUserIds: UserId[];
  silentlyMentionedUserIds: UserId[];
  mentionedGroupIds: GroupId[];
  silentlyMentionedGroupIds: GroupId[];
  mentionsChannelWildcard: boolean;
  mentionsTopicWildcard: boolean;
  /** Whether the content contains a link to a URL. Links to channels and topics do not count. */
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** URLs of web pages that may get a preview (docs/api/rendering.md#previews-of-links). */
  previewLinks: string[];
  /** Paths of linked uploads after `/user_uploads/`, percent-decoded. */
  uploadPaths: string[];
  isMeMessage: boolean;
  topicReferences: TopicReference[];
};
