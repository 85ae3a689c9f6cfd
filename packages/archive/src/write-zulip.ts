import { createHash } from 'node:crypto';
import { required } from '@parley/core';
import { Numbers } from './numbers.ts';
import { RecordWriter, type Writes, writtenText } from './record-writer.ts';
import type {
  ArchiveText,
  ChannelRecord,
  EmojiRecord,
  FileRecord,
  MessageEdit,
  MessageRecord,
  OrganizationRecord,
  organizationImages,
  PersonRecord,
  SubscriptionRecord,
  TextPart,
  TopicRecord,
} from './records.ts';
import { Spool } from './spool.ts';
import { addressFor, type OutputFile, outputOf, pathPart } from './write-output.ts';

/**
 * The main version whose importer accepts what is written here (docs/operations/export.md#for-other-products). The importer compares it
 * with its own, and then the migrations of each application that the export names; this one names none.
 */
const migrationStatus = { zulip_version: '12.0', migrations_by_app: {} };
/** Messages of one file, as Zulip's own export has them. */
const messagesOfFile = 1_000;
const realm = 1;
const client = 1;
/** Types of recipients. */
const [personal, stream, group] = [1, 2, 3];
const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
const botTypes = { generic: 1, incoming: 2, outgoing: 3, embedded: 4 } as const;
const postPolicies = { everyone: 1, administrators: 2, 'full-members': 3, moderators: 4 } as const;
const policies = { muted: 1, unmuted: 2, followed: 3 } as const;
/** Bits of `flags_mask`: read, starred, mentioned, and that the message is a direct one. */
const flags = { read: 1, starred: 2, mentioned: 8, isPrivate: 2_048 } as const;

/** What direct messages have in the place of a topic. */
const directTopic = '\x07';

const zulipImages = { icon: 'icon', logo: 'logo', nightLogo: 'night_logo' } as const;

type Row = Record<string, unknown>;

/**
 * Writes the files that Zulip's `manage.py import` reads: `migration_status.json`, `realm.json`, `messages-000001.json` and so on,
 * `attachment.json`, and the folders of uploads, avatars, emoji and the organization's images. All its IDs are new, because the importer
 * gives others anyway. Everybody has read everything.
 */
export class ZulipWriter extends RecordWriter {
  readonly #people = new Numbers();
  readonly #names = new Map<string, PersonRecord>();
  readonly #channels = new Map<string, ChannelRecord>();
  readonly #channelIds = new Numbers();
  readonly #files = new Map<string, { path: string; id: number; row: Row; messages: number[] }>();
  readonly #emoji = new Map<string, number>();
  /** Names of the organization's images by the keys of their files. */
  readonly #images = new Map<string, string>();
  readonly #recipients = new Numbers();
  readonly #subscribers = new Map<string, Set<number>>();
  readonly #tables = new Map<string, Row[]>();
  readonly #reactions = new Spool();
  #messages: Row[] = [];
  #userMessages: Row[] = [];
  #messageCount = 0;
  #fileCount = 0;
  #userMessageCount = 0;

  protected readonly writes: Writes = {
    organization: (record) => this.#organization(record),
    person: (record) => this.#person(record),
    emoji: (record) => this.#addEmoji(record),
    channel: (record) => this.#channel(record),
    subscription: (record) => this.#subscription(record),
    topic: (record) => this.#topic(record),
    file: (record) => this.#file(record),
    message: (record) => this.#message(record),
  };

  close(): void {
    this.#reactions.close();
  }

  #row(table: string, row: Row): number {
    const rows = this.#tables.get(table) ?? [];
    this.#tables.set(table, rows);
    const id = typeof row.id === 'number' ? row.id : rows.length + 1;
    rows.push({ ...row, id });
    return id;
  }

  #organization({
    name = 'Organization',
    description = '',
    created,
    linkifiers = [],
    ...images
  }: OrganizationRecord): undefined {
    const source = (image: (typeof organizationImages)[number], without: string) => {
      const key = images[image];
      if (key !== undefined) this.#images.set(key, zulipImages[image]);
      return key === undefined ? without : 'U';
    };
    this.#row('zerver_realm', {
      id: realm,
      name,
      string_id: pathPart(name.toLowerCase()).replaceAll('.', '-'),
      description,
      date_created: created ?? 0,
      deactivated: false,
      icon_source: source('icon', 'G'),
      logo_source: source('logo', 'D'),
      night_logo_source: source('nightLogo', 'D'),
      new_stream_announcements_stream: null,
      signup_announcements_stream: null,
      moderation_request_channel: null,
      zulip_update_announcements_stream: null,
    });
    for (const { pattern, url } of linkifiers) {
      this.#row('zerver_realmfilter', { realm, pattern, url_template: url });
    }
  }

  #recipient(type: number, id: number, key: string): number {
    const isNew = !this.#recipients.has(key);
    const recipient = this.#recipients.of(key);
    if (isNew) this.#row('zerver_recipient', { id: recipient, type, type_id: id });
    return recipient;
  }

  #person(person: PersonRecord): undefined {
    const id = this.#people.of(person.key);
    this.#names.set(person.key, person);
    const recipient = this.#recipient(personal, id, `person ${person.key}`);
    const email = addressFor(person.email, `user${id}`, this.facts);
    const owner = person.bot?.owner;
    this.#row('zerver_userprofile', {
      id,
      realm,
      email,
      delivery_email: email,
      full_name: person.name,
      short_name: email.split('@')[0],
      role: roles[person.role ?? 'member'],
      is_active: person.active ?? true,
      is_mirror_dummy: false,
      is_bot: person.bot !== undefined,
      bot_type: person.bot ? botTypes[person.bot.type] : null,
      bot_owner: owner !== undefined && this.#people.has(owner) ? this.#people.of(owner) : null,
      date_joined: person.joined ?? 0,
      last_login: null,
      last_reminder: null,
      timezone: person.timezone ?? '',
      avatar_source: person.avatar === undefined ? 'J' : 'U',
      default_sending_stream: null,
      default_events_register_stream: null,
      last_active_message_id: null,
      // Without it, messages of this person are not rendered.
      translate_emoticons: false,
      // Zulip's importer removes these two.
      user_permissions: [],
      groups: [],
    });
    this.#row('zerver_subscription', { user_profile: id, recipient, active: true });
    for (const word of person.alertWords ?? []) {
      this.#row('zerver_alertword', { realm, user_profile: id, word });
    }
  }

  #channel(channel: ChannelRecord): undefined {
    const id = this.#channelIds.of(channel.key);
    this.#channels.set(channel.key, channel);
    this.#recipient(stream, id, `channel ${channel.key}`);
    const { creator, privacy } = channel;
    this.#row('zerver_stream', {
      id,
      realm,
      name: channel.name,
      description: (channel.description ?? '').replaceAll('\n', ' '),
      date_created: channel.created ?? 0,
      deactivated: channel.archived ?? false,
      invite_only: privacy === 'private' || privacy === 'private-protected',
      is_web_public: privacy === 'web-public',
      history_public_to_subscribers: privacy !== 'private-protected',
      stream_post_policy: postPolicies[channel.posting ?? 'everyone'],
      message_retention_days: channel.retentionDays === null ? -1 : (channel.retentionDays ?? null),
      creator: creator !== undefined && this.#people.has(creator) ? this.#people.of(creator) : null,
      folder: null,
    });
    if (channel.isDefault) this.#row('zerver_defaultstream', { realm, stream: id });
  }

  #subscription({ channel, person, active = true, ...given }: SubscriptionRecord): undefined {
    const recipient = this.#recipients.of(`channel ${channel}`);
    const id = this.#people.of(person);
    this.#row('zerver_subscription', {
      user_profile: id,
      recipient,
      active,
      is_muted: given.muted ?? false,
      pin_to_top: given.pinned ?? false,
      ...(given.color !== undefined && { color: given.color }),
      desktop_notifications: given.desktopNotifications ?? null,
      audible_notifications: given.audibleNotifications ?? null,
      push_notifications: given.pushNotifications ?? null,
      email_notifications: given.emailNotifications ?? null,
      wildcard_mentions_notify: given.wildcardMentionsNotify ?? null,
    });
    if (!active) return;
    const known = this.#subscribers.get(channel);
    if (known) known.add(id);
    else this.#subscribers.set(channel, new Set([id]));
  }

  #topic({ channel, person, topic, policy, time = 0 }: TopicRecord): undefined {
    this.#row('zerver_usertopic', {
      user_profile: this.#people.of(person),
      stream: this.#channelIds.of(channel),
      recipient: this.#recipients.of(`channel ${channel}`),
      topic_name: topic,
      last_updated: time,
      visibility_policy: policies[policy],
    });
  }

  #addEmoji({ name, file, aliasOf, author, active = true }: EmojiRecord): undefined {
    if (!active) return;
    const known =
      file === undefined
        ? this.#tables.get('zerver_realmemoji')?.find((row) => row.name === aliasOf)
        : this.#tables.get('emoji')?.find(({ key }) => key === file);
    if (!known) return;
    const id = this.#row('zerver_realmemoji', {
      realm,
      name,
      file_name: known.file_name,
      deactivated: false,
      author: author !== undefined && this.#people.has(author) ? this.#people.of(author) : 1,
    });
    this.#emoji.set(name, id);
  }

  *#file(file: FileRecord): Iterable<OutputFile> {
    if (file.path === undefined) return;
    const hash = createHash('sha256').update(file.key).digest('hex');
    if (file.use === 'emoji') yield* this.#emojiFile(file);
    else if (file.use === 'avatar') yield* this.#avatarFile(file, hash);
    else if (file.use === 'organization') yield* this.#organizationFile(file);
    else if (file.use === undefined || file.use === 'upload') yield* this.#upload(file, hash);
  }

  *#emojiFile(file: FileRecord): Iterable<OutputFile> {
    const id = (this.#tables.get('emoji')?.length ?? 0) + 1;
    const file_name = `${id}${/\.\w+$/.exec(file.name)?.[0] ?? '.png'}`;
    const path = `${realm}/emoji/images/${file_name}`;
    this.#row('emoji', { key: file.key, path, s3_path: path, file_name, ...commonOf(file) });
    yield { path: `emoji/${path}`, file };
  }

  *#avatarFile(file: FileRecord, hash: string): Iterable<OutputFile> {
    const person = [...this.#names.values()].find(({ avatar }) => avatar === file.key);
    if (!person) return;
    const user_profile_id = this.#people.of(person.key);
    for (const path of [`${realm}/${hash.slice(0, 40)}.original`, `${realm}/${hash.slice(0, 40)}.png`]) {
      this.#row('avatars', {
        path,
        s3_path: path,
        user_profile_id,
        content_type: 'image/png',
        avatar_version: 1,
        ...commonOf(file),
      });
      yield { path: `avatars/${path}`, file };
    }
  }

  *#organizationFile(file: FileRecord): Iterable<OutputFile> {
    const name = this.#images.get(file.key);
    if (name === undefined) return;
    for (const path of [`${realm}/${name}.original`, `${realm}/${name}.png`]) {
      this.#row('realm_icons', { path, s3_path: path, content_type: 'image/png', ...commonOf(file) });
      yield { path: `realm_icons/${path}`, file };
    }
  }

  *#upload(file: FileRecord, hash: string): Iterable<OutputFile> {
    const path = `${realm}/${hash.slice(0, 2)}/${hash.slice(2, 26)}/${pathPart(file.name)}`;
    const owner = file.owner !== undefined && this.#people.has(file.owner) ? this.#people.of(file.owner) : 1;
    const common = commonOf(file);
    const content_type = file.type ?? null;
    this.#row('uploads', { path, s3_path: path, user_profile_id: owner, content_type, ...common });
    this.#files.set(file.key, {
      path,
      id: this.#files.size + 1,
      messages: [],
      row: {
        realm,
        owner,
        path_id: path,
        file_name: file.name,
        size: common.size,
        create_time: common.last_modified,
        content_type,
        is_realm_public: false,
      },
    });
    yield { path: `uploads/${path}`, file };
  }

  *#message(message: MessageRecord): Iterable<OutputFile> {
    const id = ++this.#messageCount;
    const { place } = message;
    const sender = this.#people.of(message.sender);
    const mentioned = new Set<number>();
    const links: string[] = [];
    const content = this.#text(message.content, mentioned, links);
    for (const key of links) this.#files.get(key)?.messages.push(id);
    const edits = (message.edits ?? []).toReversed();
    const edited = edits.find(({ previousContent }) => previousContent !== undefined);
    this.#messages.push({
      id,
      realm,
      sender,
      recipient:
        'channel' in place
          ? this.#recipients.of(`channel ${place.channel}`)
          : this.#direct(place.people, sender),
      subject: 'channel' in place ? place.topic : directTopic,
      is_channel_message: 'channel' in place,
      content,
      rendered_content: null,
      rendered_content_version: null,
      date_sent: message.time,
      sending_client: client,
      last_edit_time: edited?.time ?? null,
      edit_history: edits.length === 0 ? null : JSON.stringify(edits.map((edit) => this.#edit(edit, sender))),
      has_attachment: links.length > 0,
      has_image: false,
      has_link: /https?:\/\//.test(content) || links.length > 0,
    });
    this.#flags(id, message, mentioned);
    for (const { person, emoji } of message.reactions ?? []) this.#reaction(id, person, emoji);
    if (this.#messages.length >= messagesOfFile) yield this.#messageFile();
  }

  /** Adds what a message is for each of its readers. */
  #flags(id: number, message: MessageRecord, mentioned: ReadonlySet<number>): void {
    const { place } = message;
    const sender = this.#people.of(message.sender);
    const isPrivate = !('channel' in place);
    const starred = new Set((message.starredBy ?? []).map((key) => this.#people.of(key)));
    const readers = new Set([
      sender,
      ...starred,
      ...(isPrivate
        ? place.people.map((key) => this.#people.of(key))
        : (this.#subscribers.get(place.channel) ?? [])),
    ]);
    for (const reader of readers) {
      this.#userMessages.push({
        id: ++this.#userMessageCount,
        user_profile: reader,
        message: id,
        flags_mask:
          flags.read |
          (starred.has(reader) ? flags.starred : 0) |
          (mentioned.has(reader) ? flags.mentioned : 0) |
          (isPrivate ? flags.isPrivate : 0),
      });
    }
  }

  #reaction(message: number, person: string, emoji: string): void {
    const own = this.#emoji.get(emoji);
    const code = own === undefined ? this.facts.emojiCode(emoji) : String(own);
    if (code === undefined) return;
    this.#reactions.add({
      id: this.#reactions.count + 1,
      message,
      user_profile: this.#people.of(person),
      emoji_name: emoji,
      emoji_code: code,
      reaction_type: own === undefined ? 'unicode_emoji' : 'realm_emoji',
    });
  }

  /** Returns the recipient of a direct conversation: a person, or the group of several people. */
  #direct(people: readonly string[], sender: number): number {
    const ids = [...new Set(people.map((key) => this.#people.of(key)))].sort((one, other) => one - other);
    if (ids.length <= 2) {
      const other = ids.find((id) => id !== sender) ?? sender;
      const key = required(
        people.find((each) => this.#people.of(each) === other),
        'person of a conversation',
      );
      return this.#recipients.of(`person ${key}`);
    }
    const key = `group ${ids.join(',')}`;
    if (this.#recipients.has(key)) return this.#recipients.of(key);
    const id = this.#row('zerver_huddle', { group_size: ids.length });
    const recipient = this.#recipient(group, id, key);
    for (const user_profile of ids)
      this.#row('zerver_subscription', { user_profile, recipient, active: true });
    return recipient;
  }

  /** An edit of which nobody knows whose it was is the sender's: the importer asks for somebody. */
  #edit({ time, editor, previousContent, previousTopic }: MessageEdit, sender: number): Row {
    const content = previousContent === undefined ? undefined : this.#text(previousContent, new Set(), []);
    return {
      user_id: editor !== undefined && this.#people.has(editor) ? this.#people.of(editor) : sender,
      timestamp: Math.floor(time),
      ...(content !== undefined && {
        prev_content: content,
        prev_rendered_content: `<p>${escaped(content)}</p>`,
        prev_rendered_content_version: null,
      }),
      ...(previousTopic !== undefined && { prev_topic: previousTopic }),
    };
  }

  #text(text: ArchiveText, mentioned: Set<number>, links: string[]): string {
    return writtenText(text, (part) => this.#part(part, mentioned, links));
  }

  #part(part: Exclude<TextPart, string>, mentioned: Set<number>, links: string[]): string {
    switch (part.ref) {
      case 'person': {
        const id = this.#people.of(part.key);
        if (!part.silent) mentioned.add(id);
        return `@${part.silent ? '_' : ''}**${this.#names.get(part.key)?.name ?? part.key}|${id}**`;
      }
      case 'group':
        return `@${part.silent ? '_' : ''}*${this.groupNames.get(part.key) ?? part.key}*`;
      case 'everyone':
        return `@${part.silent ? '_' : ''}**${part.of === 'topic' ? 'topic' : 'all'}**`;
      case 'channel':
        return `#**${this.#channels.get(part.key)?.name ?? part.key}**`;
      case 'topic':
        return `#**${this.#channels.get(part.channel)?.name ?? part.channel}>${part.topic}**`;
      // The importer gives messages other IDs, so an address would lead to another message.
      case 'message':
        return part.label ?? '';
      case 'file': {
        const file = this.#files.get(part.key);
        const label = part.label ?? (file?.row.file_name as string | undefined) ?? part.key;
        if (!file) return label;
        links.push(part.key);
        return `[${label.replaceAll(/[[\]\\]/g, '\\$&')}](/user_uploads/${file.path})`;
      }
    }
  }

  #messageFile(): OutputFile {
    const path = `messages-${String(++this.#fileCount).padStart(6, '0')}.json`;
    const text = JSON.stringify({ zerver_message: this.#messages, zerver_usermessage: this.#userMessages });
    [this.#messages, this.#userMessages] = [[], []];
    return outputOf(path, text);
  }

  *finish(): Iterable<OutputFile> {
    if (this.#messages.length > 0) yield this.#messageFile();
    const attachments = Array.from(this.#files.values(), ({ id, row, messages }) => ({
      id,
      ...row,
      messages,
      scheduled_messages: [],
    }));
    yield outputOf('attachment.json', JSON.stringify({ zerver_attachment: attachments }));
    for (const folder of ['uploads', 'avatars', 'emoji', 'realm_icons']) {
      const rows = (this.#tables.get(folder) ?? []).map(({ id: _id, key: _key, ...row }) => row);
      yield outputOf(`${folder}/records.json`, JSON.stringify(rows));
    }
    yield outputOf('migration_status.json', JSON.stringify(migrationStatus));
    yield this.#realmFile();
  }

  #realmFile(): OutputFile {
    const table = (name: string) => this.#tables.get(name) ?? [];
    const tables = {
      import_source: 'parley',
      sort_by_date: true,
      zerver_client: [{ id: client, name: 'ZulipDataImport' }],
      ...Object.fromEntries(
        [
          'zerver_realm',
          'zerver_userprofile',
          'zerver_stream',
          'zerver_recipient',
          'zerver_subscription',
        ].map((name) => [name, table(name)]),
      ),
      ...Object.fromEntries(
        [
          'zerver_huddle',
          'zerver_usertopic',
          'zerver_alertword',
          'zerver_defaultstream',
          'zerver_realmemoji',
        ].map((name) => [name, table(name)]),
      ),
      zerver_realmfilter: table('zerver_realmfilter'),
      zerver_realmauthenticationmethod: [{ id: 1, realm, name: 'Email' }],
      // The importer expects these tables also where they are empty.
      zerver_userprofile_mirrordummy: [],
      zerver_userprofile_crossrealm: [],
      zerver_realmdomain: [],
      zerver_realmplayground: [],
      zerver_userpresence: [],
      zerver_useractivity: [],
      zerver_useractivityinterval: [],
      zerver_customprofilefield: [],
      zerver_customprofilefieldvalue: [],
    };
    const head = Buffer.from(`${JSON.stringify(tables).slice(0, -1)},"zerver_reaction":[`);
    const tail = Buffer.from(']}');
    const reactions = this.#reactions;
    function* bytes(): Iterable<Uint8Array> {
      yield head;
      yield* reactions.read();
      yield tail;
    }
    return { path: 'realm.json', bytes: bytes(), size: head.length + reactions.size + tail.length };
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns what the rows of all kinds of files have. */
const commonOf = ({ created, size }: FileRecord) => ({
  realm_id: realm,
  last_modified: created ?? 0,
  size: size ?? 0,
});
