/**
 * The form in which an organization moves: what an export writes, what `parley import` reads, and what a reader of another
 * product's archive yields. Records refer to each other by *source keys*: strings that are unique per kind within one source and
 * equal whenever the same archive, or a later one of the same source, is read again. So a reader needs no IDs of Parley, and an
 * import that is repeated finds what it has imported.
 *
 * Order: a record comes after those that it refers to, with two exceptions: parts of texts may refer to any message, and a
 * reader may yield a person whom it discovers late (an author who is gone) just before the first record that needs them. Messages
 * of one conversation come in the order of their times. Messages of different conversations may come in any order.
 */
export type ArchiveRecord =
  | OrganizationRecord
  | PersonRecord
  | GroupRecord
  | EmojiRecord
  | ChannelFolderRecord
  | ChannelRecord
  | SubscriptionRecord
  | TopicRecord
  | FileRecord
  | MessageRecord
  | UnreadRecord;

export type RecordKind = ArchiveRecord['kind'];

/** What every record has. */
interface Described {
  /** Where the source says it, for findings: `channels.json`, `general/2024-05-01.json:17`, `import.jsonl:392`. */
  readonly where?: string;
}

/** The organization itself: at most one, first. */
export interface OrganizationRecord extends Described {
  readonly kind: 'organization';
  readonly name?: string;
  readonly description?: string;
  /** Addresses under which links of texts lead into the source, without a slash at the end: `https://chat.example.com`. */
  readonly urls?: readonly string[];
  /**
   * Settings of `PATCH /realm` by their names there. Unknown ones are findings. Permissions are `PermissionValue`; a setting that
   * names a channel has its key, or null.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Profile fields, in their order. Values of fields that are not described here are texts. */
  readonly profileFields?: readonly ProfileFieldRecord[];
  /** Rules that turn texts of messages into links, in their order. */
  readonly linkifiers?: readonly LinkifierRecord[];
  /** Keys of file records with images (`use`: `organization`), which come later. */
  readonly icon?: string;
  readonly logo?: string;
  /** The logo for the dark theme. */
  readonly nightLogo?: string;
  /** Seconds since 1970. */
  readonly created?: number;
}

/** The members of the record of an organization that name images. */
export const organizationImages = ['icon', 'logo', 'nightLogo'] as const;

/** Who has a permission: system groups by their rules (`role:members`) and groups by their keys, and people. */
export interface PermissionValue {
  readonly groups: readonly string[];
  readonly people?: readonly string[];
}

export const profileFieldTypes = [
  'short-text',
  'long-text',
  'choice',
  'date',
  'link',
  'people',
  'external-account',
  'pronouns',
] as const;

export interface ProfileFieldRecord {
  readonly name: string;
  readonly type: (typeof profileFieldTypes)[number];
  readonly hint?: string;
  /** The choices of a field of type `choice`, or the site of an external account, as JSON, as in the API. */
  readonly data?: string;
  readonly isInSummary?: boolean;
  readonly isRequired?: boolean;
  /** Whether only administrators change it. */
  readonly isLocked?: boolean;
  readonly isUsedForMatching?: boolean;
}

export interface LinkifierRecord {
  readonly pattern: string;
  readonly url: string;
  readonly example?: string;
  readonly reverse?: string;
  readonly alternatives?: readonly string[];
}

export type PersonRole = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest';

/** A person or a bot. */
export interface PersonRecord extends Described {
  readonly kind: 'person';
  readonly key: string;
  readonly name: string;
  /** The real address. Without one, nobody can claim the account; it gets an address that cannot receive mail. */
  readonly email?: string;
  readonly role?: PersonRole;
  readonly bot?: {
    /** `incoming` sends through a webhook; `outgoing` is called; both come without keys and addresses. */
    readonly type: 'generic' | 'incoming' | 'outgoing' | 'embedded';
    /** Key of the person who owns it. */
    readonly owner?: string;
  };
  /** False for people who are deactivated in the source or who are gone. */
  readonly active?: boolean;
  /** Wanted ID in Parley, kept where it is free (archives of Parley and Zulip). */
  readonly id?: number;
  readonly joined?: number;
  /** An IANA name, as `Europe/Berlin`. */
  readonly timezone?: string;
  /** A language tag. */
  readonly language?: string;
  /** Key of a file record with an image. The file record may come later. */
  readonly avatar?: string;
  /** Values of profile fields by the names of the fields: texts, or keys of people. */
  readonly profile?: Readonly<Record<string, string | readonly string[]>>;
  /** `until`: when it ends by itself. */
  readonly status?: { readonly text?: string; readonly emoji?: string; readonly until?: number };
  /** Personal settings of `PATCH /settings` by their names there. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly alertWords?: readonly string[];
  /** Keys of people whom this person has muted. They may come later. */
  readonly mutedPeople?: readonly string[];
}

/** A group of people: `@*name*`. */
export interface GroupRecord extends Described {
  readonly kind: 'group';
  readonly key: string;
  readonly name: string;
  readonly description?: string;
  readonly members: readonly string[];
  /** Keys of groups inside; they come earlier, so there are no loops. */
  readonly subgroups?: readonly string[];
  readonly active?: boolean;
}

/** A custom emoji. Emoji of Unicode need no record. */
export interface EmojiRecord extends Described {
  readonly kind: 'emoji';
  /** Name in texts and reactions, without colons. */
  readonly name: string;
  /** Key of a file record with the image, or the name of another emoji (custom or of Unicode) of which this is an alias. */
  readonly file?: string;
  readonly aliasOf?: string;
  readonly author?: string;
  readonly active?: boolean;
}

export interface ChannelFolderRecord extends Described {
  readonly kind: 'channel-folder';
  readonly key: string;
  readonly name: string;
  readonly description?: string;
}

export type ChannelPrivacy =
  /** Everyone but guests may see and join. */
  | 'public'
  /** As public, and readable without signing in. Imported as `public` unless the administrator says otherwise. */
  | 'web-public'
  /** Only subscribers see it; later subscribers see the whole history. */
  | 'private'
  /** Only subscribers see it, from the time when they joined. */
  | 'private-protected';

/** A channel. Direct conversations have no record: a message names their people. */
export interface ChannelRecord extends Described {
  readonly kind: 'channel';
  readonly key: string;
  readonly name: string;
  readonly description?: string;
  readonly privacy: ChannelPrivacy;
  readonly archived?: boolean;
  readonly creator?: string;
  readonly created?: number;
  readonly folder?: string;
  /** People who join the organization are subscribed to it. */
  readonly isDefault?: boolean;
  /** Days. `null`: for ever. Absent: as the organization. */
  readonly retentionDays?: number | null;
  /** Who may write, where the source restricts it. */
  readonly posting?: 'everyone' | 'administrators' | 'moderators' | 'full-members';
  readonly topicsPolicy?: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  /** Other names under which texts refer to it. */
  readonly formerNames?: readonly string[];
}

export interface SubscriptionRecord extends Described {
  readonly kind: 'subscription';
  readonly channel: string;
  readonly person: string;
  /** False: was subscribed earlier. Such a person keeps what they could read in a private channel only until then. */
  readonly active?: boolean;
  readonly muted?: boolean;
  /** Shown at the top of the person's channels. */
  readonly pinned?: boolean;
  readonly color?: string;
  readonly desktopNotifications?: boolean | null;
  readonly audibleNotifications?: boolean | null;
  readonly pushNotifications?: boolean | null;
  readonly emailNotifications?: boolean | null;
  readonly wildcardMentionsNotify?: boolean | null;
}

/** A person's policy for a topic. */
export interface TopicRecord extends Described {
  readonly kind: 'topic';
  readonly channel: string;
  readonly topic: string;
  readonly person: string;
  readonly policy: 'muted' | 'unmuted' | 'followed';
  readonly time?: number;
}

/** A file. Its contents lie in the source under `path`. */
export interface FileRecord extends Described {
  readonly kind: 'file';
  readonly key: string;
  /** Name for people, as it was uploaded. */
  readonly name: string;
  /** Path of its contents among the files of the source. Absent: the source tells of the file, but does not contain it. */
  readonly path?: string;
  /**
   * Contents that are not one entry of the source (the chunks of a GridFS). Not part of the written form, where `path` is used.
   * Called at most once, while the reader waits for its next record.
   */
  readonly open?: () => AsyncIterable<Uint8Array>;
  /** Address from which the contents may be fetched when a token is given. */
  readonly url?: string;
  readonly type?: string;
  readonly size?: number;
  /** Hexadecimal SHA-256 of the contents, where the source has it. */
  readonly sha256?: string;
  readonly owner?: string;
  readonly created?: number;
  /** `upload` (default) is shared in messages. `avatar`, `emoji` and `organization` are pictures that other records name. */
  readonly use?: 'upload' | 'avatar' | 'emoji' | 'organization';
}

/** A text in Parley's Markdown. References are parts of their own, because names and IDs are known only when it is imported. */
export type ArchiveText = string | readonly TextPart[];

export type TextPart =
  | string
  /** `@**Name|id**`; silent: `@_**Name|id**`, which notifies nobody. */
  | { readonly ref: 'person'; readonly key: string; readonly silent?: boolean }
  | { readonly ref: 'group'; readonly key: string; readonly silent?: boolean }
  /** `@**all**` of a channel, or of a topic. */
  | { readonly ref: 'everyone'; readonly of: 'channel' | 'topic'; readonly silent?: boolean }
  | { readonly ref: 'channel'; readonly key: string }
  | { readonly ref: 'topic'; readonly channel: string; readonly topic: string }
  /** A link to a message. Where no message of the key is imported, `label` remains as text. */
  | { readonly ref: 'message'; readonly key: string; readonly label?: string }
  /** `[label](/user_uploads/…)`. Where the file is missing, `label` remains as text and the report says so. */
  | { readonly ref: 'file'; readonly key: string; readonly label?: string };

/** Where a message stands. */
export type Place =
  /** In a channel. An empty topic is the general chat of a channel. */
  | { readonly channel: string; readonly topic: string }
  /** In the direct conversation of these people, the sender included. One: notes to oneself. */
  | { readonly people: readonly string[] };

export interface MessageRecord extends Described {
  readonly kind: 'message';
  readonly key: string;
  /** Other keys and identifiers by which links of the source name it (an ID in a permalink). */
  readonly aliases?: readonly string[];
  readonly place: Place;
  readonly sender: string;
  /** Seconds since 1970; a fraction decides the order within a second. */
  readonly time: number;
  readonly content: ArchiveText;
  /** Former versions, oldest first: what stood there before the edit at `time`. */
  readonly edits?: readonly MessageEdit[];
  readonly reactions?: readonly ReactionRecord[];
  /** Keys of people who have starred it. */
  readonly starredBy?: readonly string[];
  /** Pinned in its channel, by whom and when, as far as known. Messages of direct conversations cannot be pinned in Parley. */
  readonly pinned?: { readonly by?: string; readonly time?: number } | true;
  /** Name of the program that sent it. */
  readonly client?: string;
  /** `/me` message, poll and other widgets need nothing here: their content says it. */
}

export interface MessageEdit {
  readonly time: number;
  /** Absent: unknown. */
  readonly editor?: string;
  /** The text before this edit. Absent: the text was not changed. */
  readonly previousContent?: ArchiveText;
  readonly previousTopic?: string;
  readonly previousChannel?: string;
}

export interface ReactionRecord {
  readonly person: string;
  /** A name of Unicode's emoji as Parley names it, or of a custom emoji. */
  readonly emoji: string;
  readonly time?: number;
}

/** Messages that a person has not read. Everything else is read. Only archives of Parley and Zulip have them. */
export interface UnreadRecord extends Described {
  readonly kind: 'unread';
  readonly person: string;
  /** Keys of messages. */
  readonly messages: readonly string[];
}

/** Something that an administrator should know: lost, renamed, converted with loss, broken. The same kind is counted. */
export interface Finding {
  readonly kind: 'finding';
  /** A short stable name in kebab case: `broken-line`, `missing-file`, `name-taken`, `canvas-as-file`. */
  readonly finding: string;
  readonly where: string;
  /** What exactly, in English, without contents of messages beyond a short excerpt. */
  readonly example: string;
  /** How many things this finding stands for; 1 if absent. */
  readonly count?: number;
  /** Which count of `left_out` in the report it adds to, if any. */
  readonly leftOut?: CountName;
}

/** What a report counts. */
export type CountName =
  | 'people'
  | 'bots'
  | 'channels'
  | 'direct_conversations'
  | 'topics'
  | 'messages'
  | 'reactions'
  | 'pins'
  | 'files'
  | 'emoji'
  | 'groups';

/** One file of a source. */
export interface SourceEntry {
  /** Path with `/`, relative, normalized, without `.` and `..`. */
  readonly path: string;
  /** Size of the contents, if known before they are read. */
  readonly size: number | undefined;
  /** Its number, which takes less memory than the path. */
  readonly number: number;
}

/**
 * The files of a source: a folder, a zip, or a tar archive (plain or compressed). Contents are read as streams. An archive that
 * cannot be read at random places is unpacked to a temporary folder first, within the limits. Paths that lead outside, links,
 * bombs and duplicates never get here: they are findings (`findings`).
 */
export interface SourceFiles {
  /** Name of the file or folder, for messages. */
  readonly name: string;
  /** Yields all files, sorted by path. They are no list, because there may be millions. */
  list(): IteratorObject<SourceEntry, unknown>;
  has(path: string): boolean;
  /** Returns the file with a number. */
  entry(number: number): SourceEntry;
  /** Size of a file, if it exists and its size is known before it is read. */
  sizeOf(path: string): number | undefined;
  /** Contents of a file. Throws `SourceProblem` if it does not exist, is broken, or exceeds the limits. */
  open(path: string): AsyncIterable<Uint8Array>;
  /** What was refused when the files were opened. */
  readonly findings: readonly Finding[];
  /** Folder for what does not fit into memory; absent: that of the system. */
  readonly temporaryFolder?: string | undefined;
}

/** A fault of the source in words for an administrator. */
export class SourceProblem extends Error {
  readonly finding: string;
  readonly where: string;

  constructor(finding: string, where: string, message: string) {
    super(message);
    this.name = 'SourceProblem';
    this.finding = finding;
    this.where = where;
  }
}

export const sourceNames = ['parley', 'mattermost', 'rocketchat', 'slack', 'zulip', 'teams'] as const;
export type SourceName = (typeof sourceNames)[number];

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Longest content of a message, in characters; longer ones are split into several messages with a finding. */
  readonly maxContentLength: number;
  readonly maxTopicLength: number;
  /** Names the one to read where a source contains several organizations or teams. */
  readonly team?: string;
  /** Told how many messages come, about, by a reader that has to read the whole source before the first one; 0 before it knows. */
  readonly onMessages?: (count: number) => void;
}

/**
 * A reader of one kind of source. It is deterministic: the same source yields the same records in the same order. It streams: its
 * memory grows with people and channels, never with messages. It throws `SourceProblem` only when nothing can be imported;
 * everything else is a finding.
 */
export interface SourceReader {
  readonly name: SourceName;
  /** Whether it makes the keys of messages of other facts, so that no old link has one. Then only aliases are looked up by old links. */
  readonly makesKeys?: boolean;
  /** Returns whether the files look like this source: 0 (no) to 1 (certainly). Reads little. */
  detect(files: SourceFiles): Promise<number>;
  read(files: SourceFiles, options: ReadOptions): AsyncIterable<ArchiveRecord | Finding>;
}
