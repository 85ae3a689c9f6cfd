import { required } from '@parley/core';
import { Names, Numbers } from './numbers.ts';
import { RecordWriter, type Writes, writtenText } from './record-writer.ts';
import type {
  ArchiveText,
  ChannelRecord,
  EmojiRecord,
  FileRecord,
  MessageRecord,
  OrganizationRecord,
  PersonRecord,
  SubscriptionRecord,
  TextPart,
} from './records.ts';
import { Spool } from './spool.ts';
import { addressFor, firstCharacters, type OutputFile, pathPart } from './write-output.ts';

/** Longest message of Mattermost, and the maximum number of people of a direct conversation, above which it is a private channel. */
const maxMessage = 16_383;
const maxDirect = 8;
/** Messages of all open topics. When there are more, the largest is written, and its later messages begin another thread. */
const maxOpen = 20_000;

/** Beginnings of names that Mattermost gives to no team. */
const reservedForTeams =
  'admin api boards channel claim error files help landing login mfa oauth playbooks plug post signup'.split(
    ' ',
  );
/** Names that Mattermost gives to no person. */
const reservedForPeople: ReadonlySet<string> = new Set('all channel here matterbot system'.split(' '));

type Line = Record<string, unknown>;
type Reply = Line & { create_at: number; flagged_by?: string[] };
type Thread = { title: string; root: Reply; replies: Reply[]; write: (post: Line) => Line };

/**
 * Writes Mattermost's bulk form: one file of JSON lines with a folder `data` beside it. A topic becomes a thread, whose first message
 * begins with the name of the topic.
 */
export class MattermostWriter extends RecordWriter {
  readonly #people = new Map<string, { username: string; record: PersonRecord }>();
  readonly #usernames = new Names();
  readonly #channels = new Map<string, { name: string; record: ChannelRecord }>();
  readonly #channelNames = new Names();
  readonly #subscriptions = new Map<string, string[]>();
  readonly #files = new Map<string, FileRecord & { target: string }>();
  readonly #emoji: Line[] = [];
  readonly #emojiNames = new Names();
  readonly #aliases = new Map<string, string>();
  readonly #direct = new Map<string, string[]>();
  readonly #large = new Numbers();
  readonly #threads = new Map<string, Thread>();
  readonly #posts = new Spool();
  readonly #directPosts = new Spool();
  #open = 0;
  #team = 'organization';
  #teamTitle = 'Organization';
  #teamDescription = '';

  protected readonly writes: Writes = {
    organization: (record) => this.#organization(record),
    person: (record) => void this.#addPerson(record),
    channel: (record) => this.#channel(record),
    subscription: (record) => this.#subscription(record),
    file: (record) => this.#file(record),
    emoji: (record) => this.#addEmoji(record),
    message: (record) => this.#message(record),
  };

  close(): void {
    this.#posts.close();
    this.#directPosts.close();
  }

  #channel(record: ChannelRecord): undefined {
    const name = this.#channelNames.take(slug(record.name, 'channel').replaceAll('.', '-'), 64);
    this.#channels.set(record.key, { name, record });
  }

  #subscription({ active, person, channel }: SubscriptionRecord): undefined {
    if (active === false) return;
    const known = this.#subscriptions.get(person);
    if (known) known.push(channel);
    else this.#subscriptions.set(person, [channel]);
  }

  #addEmoji({ file: key, name, aliasOf }: EmojiRecord): undefined {
    const file = key === undefined ? undefined : this.#files.get(key);
    if (!file) {
      if (aliasOf !== undefined) this.#aliases.set(name, aliasOf);
      return;
    }
    const allowed = this.#emojiNames.take(name.replaceAll(/[^A-Za-z0-9+_-]/g, '_'), 64);
    if (allowed !== name) this.#aliases.set(name, allowed);
    this.#emoji.push({ name: allowed, image: file.target });
  }

  #organization({ name = this.#teamTitle, description = '' }: OrganizationRecord): undefined {
    const team = trimmed(slug(name, 'organization').replaceAll(/[._]/g, '-'));
    this.#team = reservedForTeams.some((each) => team.startsWith(each)) ? `the-${team}` : team;
    this.#teamTitle = firstCharacters(name, 64);
    this.#teamDescription = firstBytes(description, 255);
  }

  #addPerson(record: PersonRecord): string {
    const plain = slug(record.name.replaceAll(/\s+/g, '.'), 'user');
    const wanted = reservedForPeople.has(plain) ? `user-${plain}` : plain;
    const username = this.#usernames.take(/^[a-z]/.test(wanted) ? wanted : `u-${wanted}`, 60);
    this.#people.set(record.key, { username, record });
    return username;
  }

  *#file(file: FileRecord): Iterable<OutputFile> {
    if (file.path === undefined) return;
    const number = this.#files.size + 1;
    const target = `files/${number}/${pathPart(file.name)}`;
    this.#files.set(file.key, { ...file, target });
    yield { path: `data/${target}`, file };
  }

  #message(message: MessageRecord): undefined {
    const createAt = Math.max(1, Math.floor(message.time * 1_000 + 0.01));
    const attachments: { path: string }[] = [];
    const text = this.#text(message.content, attachments);
    const reactions = (message.reactions ?? []).map(({ person, emoji, time }) => ({
      user: this.#username(person),
      emoji_name: firstCharacters(this.#aliases.get(emoji) ?? emoji, 64),
      // Mattermost refuses reactions that are not later than their message.
      create_at: Math.max(createAt + 1, Math.floor((time ?? 0) * 1_000)),
    }));
    const edited = message.edits?.findLast(({ previousContent }) => previousContent !== undefined);
    const post: Reply = {
      user: this.#username(message.sender),
      message: firstCharacters(text, maxMessage),
      create_at: createAt,
      ...(edited && { edit_at: Math.max(createAt, Math.floor(edited.time * 1_000)) }),
      ...(reactions.length > 0 && { reactions }),
      ...(attachments.length > 0 && { attachments }),
      ...(message.starredBy && { flagged_by: message.starredBy.map((key) => this.#username(key)) }),
      ...(message.pinned && { is_pinned: true }),
    };
    const { place } = message;
    if ('channel' in place) {
      const channel = this.#channelName(place.channel);
      if (place.topic === '') this.#posts.add({ type: 'post', post: { team: this.#team, channel, ...post } });
      else this.#inTopic(`${place.channel} ${place.topic.toLowerCase()}`, place.topic, channel, post);
      return;
    }
    const members = this.#members([...place.people, message.sender]);
    if (members.length > maxDirect) {
      const channel = this.#largeConversation(members);
      this.#posts.add({ type: 'post', post: { team: this.#team, channel, ...post } });
      return;
    }
    this.#direct.set(members.join(' '), members);
    const flagged = post.flagged_by?.filter((name) => members.includes(name));
    const direct = { channel_members: members, ...post, ...(flagged && { flagged_by: flagged }) };
    this.#directPosts.add({ type: 'direct_post', direct_post: direct });
  }

  /** Returns the people of a direct conversation. A person alone stands there twice. */
  #members(keys: readonly string[]): string[] {
    const members = [...new Set(keys.map((key) => this.#username(key)))].sort();
    return members.length === 1 ? [...members, ...members] : members;
  }

  #largeConversation(members: readonly string[]): string {
    const key = members.join(' ');
    const isNew = !this.#large.has(key);
    const number = this.#large.of(key);
    const channelKey = `conversation ${number}`;
    if (isNew) {
      const name = this.#channelNames.take(`conversation-${number}`, 64);
      const record: ChannelRecord = {
        kind: 'channel',
        key: channelKey,
        name: `Conversation ${number}`,
        privacy: 'private',
      };
      this.#channels.set(channelKey, { name, record });
      const byName = new Map([...this.#people].map(([person, { username }]) => [username, person]));
      for (const member of members) {
        const person = required(byName.get(member), 'member of a conversation');
        this.#subscriptions.set(person, [...(this.#subscriptions.get(person) ?? []), channelKey]);
      }
    }
    return this.#channelName(channelKey);
  }

  #inTopic(key: string, title: string, channel: string, post: Reply): void {
    const thread = this.#threads.get(key);
    this.#open++;
    if (thread) thread.replies.push(post);
    else {
      const write = (line: Line): Line => ({ type: 'post', post: { team: this.#team, channel, ...line } });
      this.#threads.set(key, { title, root: post, replies: [], write });
    }
    if (this.#open <= maxOpen) return;
    const [largest] = [...this.#threads].reduce((one, other) =>
      other[1].replies.length > one[1].replies.length ? other : one,
    );
    this.#writeThread(largest);
  }

  #writeThread(key: string): void {
    const { title, root, replies, write } = required(this.#threads.get(key), 'thread');
    this.#threads.delete(key);
    this.#open -= replies.length + 1;
    const message = `**${title}**\n\n${root.message as string}`.trimEnd();
    const first = firstCharacters(message, maxMessage);
    this.#posts.add(write({ ...root, message: first, ...(replies.length > 0 && { replies }) }));
  }

  #username(key: string): string {
    const known = this.#people.get(key);
    return known?.username ?? this.#addPerson({ kind: 'person', key, name: key, active: false });
  }

  #channelName(key: string): string {
    return required(this.#channels.get(key), `channel ${key}`).name;
  }

  #text(text: ArchiveText, attachments: { path: string }[]): string {
    const written = writtenText(text, (part) => this.#part(part, attachments));
    return typeof text === 'string' ? written : written.trim();
  }

  #part(part: Exclude<TextPart, string>, attachments: { path: string }[]): string {
    switch (part.ref) {
      case 'person':
        return `@${this.#username(part.key)}`;
      case 'group':
        return `@${this.groupNames.get(part.key) ?? part.key}`;
      case 'everyone':
        return '@channel';
      case 'channel':
        return `~${this.#channels.get(part.key)?.name ?? part.key}`;
      case 'topic':
        return `~${this.#channels.get(part.channel)?.name ?? part.channel} (${part.topic})`;
      // Messages get their IDs when they are imported, so nothing can name them before.
      case 'message':
        return part.label ?? '';
      case 'file': {
        const file = this.#files.get(part.key);
        if (!file) return part.label ?? part.key;
        attachments.push({ path: file.target });
        return '';
      }
    }
  }

  *finish(): Iterable<OutputFile> {
    for (const key of [...this.#threads.keys()]) this.#writeThread(key);
    const head = [...this.#lines()].map((line) => `${JSON.stringify(line)}\n`).join('');
    const direct = Array.from(this.#direct.values(), (members) => ({
      type: 'direct_channel',
      direct_channel: { members },
    }));
    yield* this.#importFile(head, direct);
  }

  *#importFile(head: string, direct: readonly Line[]): Iterable<OutputFile> {
    const begin = Buffer.from(head);
    const conversations = Buffer.from(direct.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const [posts, directPosts] = [this.#posts, this.#directPosts];
    function* bytes(): Iterable<Uint8Array> {
      yield begin;
      yield* withoutCommas(posts);
      yield conversations;
      yield* withoutCommas(directPosts);
    }
    const rows = [posts, directPosts].reduce((sum, { size, count }) => sum + linesSize(size, count), 0);
    yield { path: 'import.jsonl', bytes: bytes(), size: begin.length + conversations.length + rows };
  }

  *#lines(): Iterable<Line> {
    yield { type: 'version', version: 1 };
    for (const emoji of this.#emoji) yield { type: 'emoji', emoji };
    const team = {
      name: this.#team,
      display_name: this.#teamTitle,
      type: 'I',
      description: this.#teamDescription,
      allow_open_invite: false,
    };
    yield { type: 'team', team };
    for (const { name, record } of this.#channels.values()) {
      const isPrivate = record.privacy === 'private' || record.privacy === 'private-protected';
      const channel = {
        team: this.#team,
        name,
        display_name: firstCharacters(record.name, 64),
        type: isPrivate ? 'P' : 'O',
        purpose: firstCharacters(record.description ?? '', 250),
        ...(record.archived && { deleted_at: Math.floor((record.created ?? 1) * 1_000) }),
      };
      yield { type: 'channel', channel };
    }
    for (const [key, person] of this.#people) yield { type: 'user', user: this.#user(key, person) };
  }

  #user(key: string, { username, record }: { username: string; record: PersonRecord }): Line {
    const { role = 'member', active = true, bot, email, avatar } = record;
    const isGuest = role === 'guest';
    const isAdministrator = bot === undefined && (role === 'owner' || role === 'administrator');
    const channels = [...new Set(this.#subscriptions.get(key) ?? [])].map((channel) => ({
      name: this.#channelName(channel),
      roles: isGuest ? 'channel_guest' : 'channel_user',
    }));
    const roleOf = (kind: string) =>
      isGuest ? `${kind}_guest` : isAdministrator ? `${kind}_user ${kind}_admin` : `${kind}_user`;
    const picture = avatar === undefined ? undefined : this.#files.get(avatar)?.target;
    return {
      username,
      email: addressFor(email, username, this.facts),
      nickname: firstCharacters(record.name, 64),
      roles: roleOf('system'),
      ...(!active && { delete_at: Math.floor((record.joined ?? 1) * 1_000) }),
      ...(picture !== undefined && { profile_image: picture }),
      teams: [{ name: this.#team, roles: roleOf('team'), channels }],
    };
  }
}

/** Returns a name as addresses of Mattermost have it: lower-case letters, digits, dots, dashes and underscores. */
function slug(name: string, fallback: string): string {
  const plain = trimmed(
    trimmed(
      name
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[^a-z0-9._-]+/g, '-'),
    ).slice(0, 60),
  );
  return plain.length < 2 ? `${fallback}-${plain}`.replace(/-$/, '') : plain;
}

const trimmed = (name: string): string => name.replaceAll(/^[-._]+|[-._]+$/g, '');

/** Returns whole characters of a text that take at most so many bytes. */
function firstBytes(text: string, count: number): string {
  let [first, bytes] = ['', 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > count) break;
    first += character;
  }
  return first;
}

/** Size of rows as lines: each comma with its line feed is a line feed, and the last row has one, too. */
const linesSize = (size: number, count: number): number => (count === 0 ? 0 : size - (count - 1) + 1);

/** Yields rows as lines. JSON text has no line feed, so each line feed in a spool follows a comma that separates two rows. */
function* withoutCommas(spool: Spool): Iterable<Uint8Array> {
  if (spool.count === 0) return;
  let rest = '';
  const decoder = new TextDecoder();
  for (const chunk of spool.read()) {
    const text = rest + decoder.decode(chunk, { stream: true });
    // A comma at the end may be the one before a line feed.
    rest = text.endsWith(',') ? ',' : '';
    yield Buffer.from((rest === '' ? text : text.slice(0, -1)).replaceAll(',\n', '\n'));
  }
  yield Buffer.from(`${rest}${decoder.decode()}\n`);
}
