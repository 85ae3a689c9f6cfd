import {
  type ArchiveRecord,
  type ChannelRecord,
  type EmojiRecord,
  type FileRecord,
  type Finding,
  KeyTable,
  type PersonRecord,
  type ReadOptions,
  readJsonLines,
  type SourceFiles,
  SourceProblem,
  type SourceReader,
} from '@parley/archive';
import { partBefore } from '@parley/core';
import { Findings } from '../reading/findings.ts';
import { Sorter } from '../reading/sort.ts';
import {
  millisecondsOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  type Values,
} from '../reading/values.ts';
import { plainText } from '../text/threads.ts';
import { MattermostFiles } from './files.ts';
import { parseMattermost } from './markdown.ts';
import { MattermostNames } from './names.ts';
import {
  mattermostBot,
  mattermostPerson,
  type ReadSubscription,
  subscriptionsOf,
  usernameOf,
} from './people.ts';
import { idOfPost, isShown, type PostContext, PostWriter, type StoredPost } from './posts.ts';

/** Reads the bulk form of Mattermost: a file of JSON lines, alone or with the files in a folder `data`. */
export const mattermost: SourceReader = {
  name: 'mattermost',
  makesKeys: true,
  async detect(files) {
    return (await findPosts(files)) === undefined ? 0 : 1;
  },
  read: (files, options) => new BulkFile(files, options).read(),
};

/** Returns the file of JSON lines, which begins with a line of its version. */
async function findPosts(files: SourceFiles): Promise<string | undefined> {
  const candidates = files
    .list()
    .filter(({ path }) => /^(?:[^/]+\/)?[^/]+\.(?:jsonl|json|ndjson)$/i.test(path))
    .take(20)
    .toArray();
  const firstTwo = files.list().take(2).toArray();
  const only = candidates.length === 0 && firstTwo.length === 1 ? firstTwo : [];
  for (const { path } of [...candidates, ...only]) {
    const first = await firstLine(files, path);
    if (first?.type === 'version' && 'version' in first) return path;
  }
  return undefined;
}

async function firstLine(files: SourceFiles, path: string): Promise<Values | undefined> {
  let head = '';
  try {
    for await (const bytes of files.open(path)) {
      head += Buffer.from(bytes).toString('utf8');
      if (head.includes('\n') || head.length > 100_000) break;
    }
    return objectOf(JSON.parse(partBefore(head.replace(/^\ufeff/, ''), '\n')));
  } catch {
    return undefined;
  }
}

type Channel = { key: string; team: string; record: ChannelRecord; where: string };

class BulkFile {
  private readonly source: SourceFiles;
  private readonly options: ReadOptions;
  private readonly findings = new Findings();
  private readonly names = new MattermostNames();
  private readonly teams = new Map<string, { name: string; where: string }>();
  private readonly channels = new Map<string, Channel>();
  private readonly people = new Map<string, PersonRecord>();
  private readonly bots: { key: string; bot: Values; where: string }[] = [];
  private readonly pictures: FileRecord[] = [];
  /** They are many: people times channels. */
  private readonly subscriptions: Sorter<ReadSubscription>;
  /** Number of people by team, of those who may read public channels here. */
  private readonly readers = new Map<string, number>();
  private readerCount = 0;
  private readonly emoji = new Map<string, (FileRecord | EmojiRecord)[]>();
  private files!: MattermostFiles;
  private keys = 0;

  constructor(source: SourceFiles, options: ReadOptions) {
    this.source = source;
    this.subscriptions = new Sorter(source.temporaryFolder);
    this.options = options;
  }

  async *read(): AsyncIterable<ArchiveRecord | Finding> {
    const path = await findPosts(this.source);
    if (path === undefined) {
      throw new SourceProblem(
        'no-posts',
        this.source.name,
        'The archive has no file of JSON lines that begins with its version.',
      );
    }
    this.files = new MattermostFiles(this.source, path.slice(0, path.lastIndexOf('/') + 1));
    await using _subscriptions = this.subscriptions;
    await using sorter = new Sorter<StoredPost>(this.source.temporaryFolder);
    for await (const line of readJsonLines(this.source, path)) {
      this.options.signal?.throwIfAborted();
      if ('kind' in line) yield line;
      else await this.line(line.value, line.where, sorter);
    }
    this.options.onMessages?.(sorter.count);
    yield { kind: 'organization', where: path };
    yield* this.writePeople();
    yield* this.writeChannels();
    for (const records of this.emoji.values()) yield* records;
    yield* this.findings.take();
    const context: PostContext = {
      options: this.options,
      findings: this.findings,
      names: this.names,
      files: this.files,
      temporaryFolder: this.source.temporaryFolder,
    };
    const writer = new PostWriter(context);
    for await (const stored of sorter.sorted()) yield* writer.write(stored);
    yield* this.findings.take();
  }

  private async line(value: unknown, where: string, sorter: Sorter<StoredPost>): Promise<void> {
    const line = objectOf(value);
    const type = textOf(line?.type);
    const entry = type === undefined ? undefined : objectOf(line?.[type]);
    if (type === 'version') {
      if (numberOf(line?.version) !== 1) {
        this.findings.tell({
          finding: 'other-version',
          where,
          example: 'The file has another version than 1.',
        });
      }
      return;
    }
    if (!entry) {
      this.findings.tell({ finding: 'broken-line', where, example: 'The line has no object of its type.' });
      return;
    }
    switch (type) {
      case 'team':
        return this.team(entry, where);
      case 'channel':
        return this.channel(entry, where);
      case 'user':
        return this.user(entry, where);
      case 'bot':
        return this.bot(entry, where);
      case 'emoji':
        return this.customEmoji(entry, where);
      case 'post':
      case 'direct_post':
        return this.post(entry, type, where, sorter);
      case 'direct_channel':
        return this.directChannel(entry, where);
      case 'role':
      case 'scheme':
        this.findings.tell({
          finding: 'permission-scheme',
          where,
          example:
            'Roles and permission schemes of Mattermost are left out. Permissions are those of this organization.',
        });
        return;
      default:
        this.findings.tell({
          finding: 'unknown-line',
          where,
          example: `The line has the unknown type "${type!.slice(0, 40)}".`,
        });
    }
  }

  private isWanted(team: string): boolean {
    return this.options.team === undefined || this.options.team.toLowerCase() === team;
  }

  private team(team: Values, where: string): void {
    const key = textOf(team.name)?.toLowerCase();
    if (key === undefined || this.teams.has(key)) {
      this.findings.tell({
        finding: 'broken-line',
        where,
        example: 'The team has no name, or stands there twice.',
      });
    } else if (this.isWanted(key)) this.teams.set(key, { name: textOf(team.display_name) ?? key, where });
  }

  private channel(channel: Values, where: string): void {
    const team = textOf(channel.team)?.toLowerCase();
    const name = textOf(channel.name)?.toLowerCase();
    if (team === undefined || name === undefined) {
      this.findings.tell({
        finding: 'broken-line',
        where,
        example: 'The channel has no name or no team.',
        leftOut: 'channels',
      });
      return;
    }
    if (!this.isWanted(team)) return;
    const key = `${team}/${name}`;
    if (this.channels.has(key)) {
      this.findings.tell({
        finding: 'duplicate-id',
        where,
        example: `The channel ${key.slice(0, 80)} stands there twice.`,
      });
      return;
    }
    const shown = textOf(channel.display_name)?.trim() ?? name;
    const description = this.description(channel, team);
    this.names.channels.set(key, shown);
    const record: ChannelRecord = {
      kind: 'channel',
      key,
      name: shown,
      privacy: channel.type === 'P' ? 'private' : 'public',
      where,
      ...(description === '' ? {} : { description }),
      ...((numberOf(channel.deleted_at) ?? numberOf(channel.delete_at) ?? 0) > 0 ? { archived: true } : {}),
      ...(name === 'town-square' ? { isDefault: true } : {}),
      ...(shown === name ? {} : { formerNames: [name] }),
    };
    this.channels.set(key, { key, team, record, where });
  }

  private description(channel: Values, team: string): string {
    const texts = [channel.purpose, channel.header].flatMap((value) => {
      const source = textOf(value);
      return source === undefined
        ? []
        : [plainText(parseMattermost(source, this.names, team), this.names.nameOf)];
    });
    return [...new Set(texts)].join(' · ');
  }

  private async user(user: Values, where: string): Promise<void> {
    const key = usernameOf(user.username);
    if (key === undefined) {
      this.findings.tell({
        finding: 'broken-line',
        where,
        example: 'The user has no username.',
        leftOut: 'people',
      });
      return;
    }
    if (this.people.has(key)) {
      this.findings.tell({
        finding: 'duplicate-id',
        where,
        example: `The user ${key.slice(0, 80)} stands there twice.`,
      });
      return;
    }
    const avatar = this.files.record(user.profile_image, 'avatar', where);
    if (avatar) this.pictures.push(avatar);
    const person = mattermostPerson(key, user, where);
    this.people.set(key, avatar ? { ...person, avatar: avatar.key } : person);
    if (person.active && person.role !== 'guest') this.countReader(user);
    this.names.people.set(key, person.name);
    const { subscriptions, administered } = subscriptionsOf(key, user, where);
    for (const subscription of subscriptions) {
      if (this.isWanted(partBefore(subscription.channel, '/')))
        await this.subscriptions.add({ group: '', time: 0, value: subscription });
    }
    if (administered > 0) {
      this.findings.tell({
        finding: 'channel-administrator',
        where,
        example:
          'Administrators of channels become members. Give them the permission again where they need it.',
        count: administered,
      });
    }
  }

  private countReader(user: Values): void {
    this.readerCount++;
    const teams = objectsOf(user.teams).flatMap(({ name }) => textOf(name)?.toLowerCase() ?? []);
    for (const team of new Set(teams)) this.readers.set(team, (this.readers.get(team) ?? 0) + 1);
  }

  /** Members of a team read its public channels; here, everyone but guests does. */
  private tellWider({ team, record, where }: Channel): void {
    if (record.privacy !== 'public' || (this.readers.get(team) ?? 0) >= this.readerCount) return;
    this.findings.tell({
      finding: 'wider-channel',
      where,
      example: `The public channel "${record.name.slice(0, 80)}" was for the members of its team. Here, everyone but guests may read it.`,
    });
  }

  private bot(bot: Values, where: string): void {
    const key = usernameOf(bot.username);
    if (key === undefined) {
      this.findings.tell({
        finding: 'broken-line',
        where,
        example: 'The bot has no username.',
        leftOut: 'bots',
      });
      return;
    }
    if (this.names.people.has(key)) return;
    this.names.people.set(key, textOf(bot.display_name) ?? key);
    this.bots.push({ key, bot, where });
  }

  private customEmoji(emoji: Values, where: string): void {
    const name = textOf(emoji.name)?.toLowerCase();
    const file = this.files.record(emoji.image, 'emoji', where);
    if (name === undefined || !file || this.emoji.has(name)) {
      this.findings.tell({
        finding: 'broken-line',
        where,
        example: 'The emoji has no name or picture, or stands there twice.',
        leftOut: 'emoji',
      });
    } else {
      this.emoji.set(name, [file, { kind: 'emoji', name, file: file.key, where }]);
    }
  }

  private directChannel(channel: Values, where: string): void {
    const members = [
      ...textsOf(channel.members),
      ...objectsOf(channel.participants).map(({ username }) => String(username)),
    ];
    if (textOf(channel.header) !== undefined && members.length > 0) {
      this.findings.tell({
        finding: 'direct-header',
        where,
        example: 'Headers of direct conversations are left out.',
      });
    }
  }

  /** Stores a post and its replies. */
  private async post(
    post: Values,
    type: 'post' | 'direct_post',
    where: string,
    sorter: Sorter<StoredPost>,
  ): Promise<void> {
    const team = textOf(post.team)?.toLowerCase() ?? '';
    if (type === 'post' && !this.isWanted(team)) return;
    const channel = type === 'post' ? `${team}/${textOf(post.channel)?.toLowerCase() ?? ''}` : undefined;
    if (channel !== undefined && !this.channels.has(channel)) {
      this.findings.tell({
        finding: 'unknown-channel',
        where,
        example: `No line describes the channel ${channel.slice(0, 80)}.`,
        leftOut: 'messages',
        count: 1 + objectsOf(post.replies).length,
      });
      return;
    }
    const members = textsOf(post.channel_members).map((name) => name.toLowerCase());
    const people = channel === undefined ? [...new Set(members)].sort() : undefined;
    const group = channel === undefined ? `2 ${people!.join(' ')}` : `1 ${channel}`;
    const time = this.timeOf(post, where);
    const key = `${channel ?? people!.join(',')}@${String(post.create_at)}@${usernameOf(post.user) ?? ''}`;
    const { replies: _, ...rest } = post;
    const replies = objectsOf(post.replies);
    this.names.hasPostIds ||= [post, ...replies].some((each) => idOfPost(each) !== undefined);
    const place = channel === undefined ? { people: people! } : { channel };
    const hasReplies = replies.some(isShown);
    // Two first posts of one time and author are told apart by their numbers.
    const thread = hasReplies ? `${key}^${this.keys++}` : key;
    await sorter.add({ group, time, value: { post: rest, where, time, ...place, key, thread, hasReplies } });
    for (const reply of replies) {
      const replyTime = Math.max(time, this.timeOf(reply, where, time));
      const replyKey = `${key}/${String(reply.create_at)}@${usernameOf(reply.user) ?? ''}`;
      await sorter.add({
        group,
        time: replyTime,
        value: { post: reply, where, time: replyTime, ...place, key: replyKey, root: thread },
      });
    }
  }

  private timeOf(post: Values, where: string, otherwise = 946_684_800): number {
    const time = millisecondsOf(post.create_at);
    if (time !== undefined) return time;
    this.findings.tell({
      finding: 'absurd-time',
      where,
      example: `The time "${String(post.create_at).slice(0, 40)}" cannot be right. The message stands at ${new Date(otherwise * 1_000).toISOString()}.`,
    });
    return otherwise;
  }

  private *writePeople(): Iterable<ArchiveRecord> {
    yield* this.people.values();
    for (const { key, bot, where } of this.bots) {
      const owner = usernameOf(bot.owner);
      const avatar = this.files.record(bot.profile_image, 'avatar', where);
      if (avatar) this.pictures.push(avatar);
      const record = mattermostBot(
        key,
        bot,
        owner !== undefined && this.people.has(owner) ? owner : undefined,
        where,
      );
      yield avatar ? { ...record, avatar: avatar.key } : record;
    }
    const seen = new Set<string>();
    for (const picture of this.pictures) {
      if (!seen.has(picture.key)) yield picture;
      seen.add(picture.key);
    }
  }

  /** Teams become folders where there are several. Of channels with one name, the later ones get that of their team, too. */
  private async *writeChannels(): AsyncIterable<ArchiveRecord> {
    const isFoldered = this.teams.size > 1;
    if (isFoldered) {
      for (const [key, { name, where }] of this.teams) yield { kind: 'channel-folder', key, name, where };
    }
    const taken = new Set<string>();
    for (const channel of this.channels.values()) {
      const { key, team, record, where } = channel;
      this.tellWider(channel);
      let { name } = record;
      if (taken.has(name.toLowerCase())) {
        name = `${name} (${this.teams.get(team)?.name ?? team})`;
        for (let number = 2; taken.has(name.toLowerCase()); number++)
          name = `${record.name} (${team} ${number})`;
        this.findings.tell({
          finding: 'name-taken',
          where,
          example: `The channel ${key.slice(0, 80)} is named "${name.slice(0, 80)}".`,
        });
        this.names.channels.set(key, name);
      }
      taken.add(name.toLowerCase());
      yield { ...record, name, ...(isFoldered && this.teams.has(team) ? { folder: team } : {}) };
    }
    const seen = new KeyTable(this.source.temporaryFolder);
    for await (const subscription of this.subscriptions.sorted()) {
      if (!seen.addNew(`${subscription.channel} ${subscription.person}`)) continue;
      if (this.channels.has(subscription.channel)) yield subscription;
      else {
        this.findings.tell({
          finding: 'unknown-channel',
          where: subscription.where,
          example: `No line describes the channel ${subscription.channel.slice(0, 80)}.`,
        });
      }
    }
  }
}
