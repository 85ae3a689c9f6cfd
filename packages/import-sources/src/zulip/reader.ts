import {
  type ArchiveRecord,
  type FileRecord,
  type Finding,
  KeyTable,
  type LinkifierRecord,
  type OrganizationRecord,
  type organizationImages,
  type ReadOptions,
  type SourceFiles,
  SourceProblem,
  type SourceReader,
} from '@parley/archive';
import { Findings } from '../reading/findings.ts';
import { Kept } from '../reading/kept.ts';
import { Sorter } from '../reading/sort.ts';
import { idOf, numberOf, objectOf, secondsOf, textOf, type Values } from '../reading/values.ts';
import {
  recipientsOf,
  type TopicRow,
  zulipChannels,
  zulipGroups,
  zulipSubscriptions,
  zulipTopics,
} from './channels.ts';
import { learnAddresses, type ZulipReferences } from './content.ts';
import { flagsOf, type JoinedMessage, type MessageContext, sortableId, ZulipMessages } from './messages.ts';
import { zulipPeople } from './people.ts';
import { linkifiersOf, organizationSettingsOf } from './settings.ts';
import { type Row, referenceOf, rowsOf, streamName, ZulipTables } from './tables.ts';

/** Reads the export of a Zulip organization: `realm.json` with the files of messages, uploads, avatars and emoji beside it. */
export const zulip: SourceReader = {
  name: 'zulip',
  async detect(files) {
    const folder = exportFolder(files);
    if (folder === undefined) return 0;
    return messageFiles(files, folder).length > 0 || files.has(`${folder}attachment.json`) ? 1 : 0.6;
  },
  read: (files, options) => new ZulipExport(files, options).read(),
};

/** Returns the folder of `realm.json`, with `/` at its end unless it is the top. */
function exportFolder(files: SourceFiles): string | undefined {
  const found = files.list().find(({ path }) => /^(?:[^/]+\/)?realm\.json$/.test(path));
  return found?.path.slice(0, -'realm.json'.length);
}

const messageFiles = (files: SourceFiles, folder: string): string[] =>
  files
    .list()
    .map(({ path }) => path)
    .filter((path) => path.startsWith(folder) && /^messages-\d+\.json$/.test(path.slice(folder.length)))
    .toArray();

type OrganizationImage = (typeof organizationImages)[number];

/** Images of the organization by their names in the folder `realm_icons`. */
const imagesByName: ReadonlyMap<string, OrganizationImage> = new Map([
  ['icon', 'icon'],
  ['logo', 'logo'],
  ['night_logo', 'nightLogo'],
]);

/** What waits to be joined by the ID of a message: the message, a reaction to it, or how a person has marked it. */
type Pending =
  | { readonly message: Values; readonly where: string }
  | { readonly id: string; readonly reaction: Values }
  | {
      readonly id: string;
      readonly person: string;
      readonly isRead?: boolean;
      readonly isStarred?: boolean;
    };

/** Rows that are joined to one message: its reactions, and who has not read it or has starred it. */
const maxPending = 100_000;

class ZulipExport {
  private readonly files: SourceFiles;
  private readonly options: ReadOptions;
  private readonly findings = new Findings();
  private folder = '';
  /** Files by their path in links. */
  private readonly uploads: KeyTable;

  constructor(files: SourceFiles, options: ReadOptions) {
    this.files = files;
    this.uploads = new KeyTable(files.temporaryFolder);
    this.options = options;
  }

  async *read(): AsyncIterable<ArchiveRecord | Finding> {
    this.options.onMessages?.(0);
    const folder = exportFolder(this.files);
    if (folder === undefined)
      throw new SourceProblem('no-realm', this.files.name, 'The archive has no file realm.json.');
    this.folder = folder;
    await using joining = new Sorter<Pending>(this.files.temporaryFolder);
    await using subscriptions = new Sorter<Row>(this.files.temporaryFolder);
    await using topics = new Sorter<TopicRow>(this.files.temporaryFolder);
    await using attachments = new Sorter<Row>(this.files.temporaryFolder);
    const { tell } = this.findings;
    const given = new Map<string, (row: Row) => Promise<void>>([
      ['zerver_reaction', ({ row }) => addReaction(joining, row)],
      ['zerver_subscription', (value) => subscriptions.add({ group: '', time: 0, value })],
      ['zerver_attachment', (value) => attachments.add({ group: '', time: 0, value })],
      ['zerver_usertopic', (row) => topics.add({ group: '', time: 0, value: { ...row, isMuted: false } })],
      ['zerver_mutedtopic', (row) => topics.add({ group: '', time: 1, value: { ...row, isMuted: true } })],
    ]);
    const tables = await ZulipTables.read(this.files, `${folder}realm.json`, tell, given);
    const avatars = await this.avatars();
    const people = zulipPeople(tables, new Map([...avatars].map(([person, { key }]) => [person, key])));
    const keys = new Set(people.map(({ key }) => key));
    const realm = tables.of('zerver_realm')[0];
    if (!realm && people.length === 0) {
      throw new SourceProblem(
        'broken-realm',
        `${folder}realm.json`,
        'The file has neither an organization nor people.',
      );
    }
    const urls = urlsOf(realm?.row);
    const images = await this.images(realm?.row ?? {});
    const imageKeys = Object.fromEntries([...images].map(([image, { key }]) => [image, key]));
    yield { ...this.organization(realm?.row ?? {}, urls, linkifiersOf(tables)), ...imageKeys };
    yield* people;
    yield* images.values();
    for (const person of people) {
      const avatar = person.avatar === undefined ? undefined : avatars.get(person.key);
      if (avatar) yield avatar;
    }
    const groups = zulipGroups(tables, keys, this.findings);
    yield* groups;
    const emoji = new Map<string, string>();
    yield* this.emoji(tables, keys, emoji);
    yield* zulipChannels(tables, keys, this.findings);
    const channels = new Map(
      tables.of('zerver_stream').flatMap(({ row }) => entry(idOf(row.id), streamName(row))),
    );
    const recipients = recipientsOf(tables);
    const conversations = new Map<string, string[]>();
    const known = { channels, people: keys, recipients };
    yield* zulipSubscriptions(subscriptions.sorted(), known, conversations, this.files.temporaryFolder);
    yield* this.uploadRecords(attachments.sorted(), keys);
    const references = referencesOf(people, groups, channels, this.uploads, urls);
    yield* this.findings.take();
    const context: MessageContext = {
      options: this.options,
      findings: this.findings,
      references,
      people: keys,
      channels,
      recipients,
      groups: conversations,
      emoji,
      clients: new Map(
        tables.of('zerver_client').flatMap(({ row }) => entry(idOf(row.id), textOf(row.name) ?? '')),
      ),
    };
    yield* this.messages(joining, context);
    yield* zulipTopics(topics.sorted(), new Set(channels.keys()), keys);
    yield* this.findings.take();
  }

  private organization(
    realm: Values,
    urls: readonly string[],
    linkifiers: readonly LinkifierRecord[],
  ): OrganizationRecord {
    const name = textOf(realm.name);
    const description = textOf(realm.description);
    const created = secondsOf(realm.date_created);
    return {
      kind: 'organization',
      where: `${this.folder}realm.json`,
      settings: organizationSettingsOf(realm),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(created === undefined ? {} : { created }),
      ...(urls.length === 0 ? {} : { urls }),
      ...(linkifiers.length === 0 ? {} : { linkifiers }),
    };
  }

  /** Returns the images of the organization that were uploaded. The original is taken where there are several sizes. */
  private async images(realm: Values): Promise<Map<OrganizationImage, FileRecord>> {
    const images = new Map<OrganizationImage, FileRecord>();
    for await (const { path, where } of this.records('realm_icons')) {
      const file = path.slice(path.lastIndexOf('/') + 1);
      const [name = ''] = file.split('.', 1);
      const image = imagesByName.get(name);
      if (image === undefined || realm[`${name}_source`] !== 'U') continue;
      if (images.has(image) && !file.endsWith('.original')) continue;
      images.set(image, {
        kind: 'file',
        key: `organization-${name}`,
        name: file,
        use: 'organization',
        path,
        where,
      });
    }
    return images;
  }

  /** Returns the pictures of people. The original is taken where there are several sizes. */
  private async avatars(): Promise<Map<string, FileRecord>> {
    const avatars = new Map<string, FileRecord>();
    for await (const { row, path, where } of this.records('avatars')) {
      const person = idOf(row.user_profile_id);
      if (person === undefined || (avatars.has(person) && !path.endsWith('.original'))) continue;
      avatars.set(person, {
        kind: 'file',
        key: `avatar-${person}`,
        name: 'avatar.png',
        use: 'avatar',
        path,
        where,
      });
    }
    return avatars;
  }

  /** Yields the rows of a folder's `records.json` with the paths of their files in the archive. */
  private async *records(folder: string): AsyncIterable<{ row: Values; path: string; where: string }> {
    const list = `${this.folder}${folder}/records.json`;
    if (!this.files.has(list)) return;
    for await (const { value, where } of rowsOf(this.files, list, this.findings.tell)) {
      const row = objectOf(value);
      const named = textOf(row?.path);
      if (row && named !== undefined) yield { row, path: `${this.folder}${folder}/${named}`, where };
    }
  }

  private async *emoji(
    tables: ZulipTables,
    people: ReadonlySet<string>,
    names: Map<string, string>,
  ): AsyncIterable<ArchiveRecord> {
    const paths = new Map<string, string>();
    for await (const { row, path } of this.records('emoji')) {
      const file = path.slice(path.lastIndexOf('/') + 1);
      const named = textOf(row.file_name) ?? file;
      // The original of an animated emoji stands beside its still picture.
      if (!paths.has(named) || path.endsWith('.original')) paths.set(named.replace(/\.original$/, ''), path);
    }
    const seen = new Set<string>();
    for (const { row, where } of tables.of('zerver_realmemoji')) {
      const id = idOf(row.id);
      const name = textOf(row.name);
      if (id === undefined || name === undefined) continue;
      names.set(id, name);
      if (seen.has(name)) continue;
      seen.add(name);
      const path = paths.get(textOf(row.file_name) ?? '');
      if (path === undefined) {
        this.findings.tell({
          finding: 'missing-file',
          where,
          example: `The picture of :${name.slice(0, 80)}: is missing.`,
          leftOut: 'emoji',
        });
        continue;
      }
      const author = referenceOf(row, 'author');
      yield {
        kind: 'file',
        key: `emoji-${id}`,
        name: path.slice(path.lastIndexOf('/') + 1),
        use: 'emoji',
        path,
        where,
      };
      yield {
        kind: 'emoji',
        name,
        file: `emoji-${id}`,
        where,
        ...(author !== undefined && people.has(author) ? { author } : {}),
        ...(row.deactivated === true ? { active: false } : {}),
      };
    }
  }

  private async *uploadRecords(
    earlier: AsyncIterable<Row>,
    people: ReadonlySet<string>,
  ): AsyncIterable<ArchiveRecord> {
    await using paths = new Kept<string>(this.files.temporaryFolder);
    for await (const { row, path } of this.records('uploads')) {
      // Most lie at the paths of their links.
      for (const key of [textOf(row.s3_path), textOf(row.path)])
        if (key !== undefined && path !== this.uploadPath(key)) await paths.add(key, path);
    }
    const list = `${this.folder}attachment.json`;
    for await (const { row, where } of earlier) yield* this.upload(row, where, paths, people);
    if (!this.files.has(list)) return;
    for await (const { key, value, where } of rowsOf(this.files, list, this.findings.tell)) {
      const row = objectOf(value);
      if (row && (key === undefined || key === 'zerver_attachment'))
        yield* this.upload(row, where, paths, people);
    }
  }

  private uploadPath(id: string): string {
    return `${this.folder}uploads/${id}`;
  }

  private async *upload(
    row: Values,
    where: string,
    paths: Kept<string>,
    people: ReadonlySet<string>,
  ): AsyncIterable<ArchiveRecord> {
    const id = textOf(row.path_id);
    if (id === undefined || !this.uploads.addNew(id)) return;
    const path = (await paths.take(id)) ?? this.uploadPath(id);
    const owner = referenceOf(row, 'owner');
    const type = textOf(row.content_type);
    const size = numberOf(row.size);
    const created = secondsOf(row.create_time);
    yield {
      kind: 'file',
      key: id,
      name: textOf(row.file_name) ?? id.slice(id.lastIndexOf('/') + 1),
      where,
      ...(this.files.has(path) ? { path } : {}),
      ...(owner !== undefined && people.has(owner) ? { owner } : {}),
      ...(type === undefined ? {} : { type }),
      ...(size === undefined ? {} : { size }),
      ...(created === undefined ? {} : { created }),
    };
  }

  private async *messages(
    joining: Sorter<Pending>,
    context: MessageContext,
  ): AsyncIterable<ArchiveRecord | Finding> {
    const messages = await this.collect(joining, context);
    const partial = this.files
      .list()
      .some(({ path }) => path.startsWith(`${this.folder}messages-`) && path.endsWith('.partial'));
    if (partial) {
      this.findings.tell({
        finding: 'unfinished-export',
        where: this.files.name,
        example: 'The export was not finished: messages are missing.',
      });
    }
    await using ordered = new Sorter<JoinedMessage>(this.files.temporaryFolder);
    for await (const joined of this.join(joining)) {
      await ordered.add({ group: '', time: joined.time, value: joined });
    }
    const writer = new ZulipMessages(context);
    this.options.onMessages?.(messages);
    for await (const joined of ordered.sorted()) yield* writer.write(joined);
    yield* writer.end();
  }

  /** Reads the files of messages into a sorter. @returns the number of messages */
  private async collect(joining: Sorter<Pending>, { references }: MessageContext): Promise<number> {
    const { tell } = this.findings;
    let messages = 0;
    for (const path of messageFiles(this.files, this.folder)) {
      this.options.signal?.throwIfAborted();
      for await (const { key, value, where } of rowsOf(this.files, path, tell)) {
        const row = objectOf(value);
        if (!row) continue;
        if (key === 'zerver_usermessage') await addFlags(joining, row);
        else if (key === 'zerver_reaction') await addReaction(joining, row);
        else if (key === 'zerver_message') {
          const id = idOf(row.id);
          if (id === undefined) {
            const example = 'The message has no ID.';
            tell({ finding: 'broken-message', where, example, leftOut: 'messages' });
            continue;
          }
          learnAddresses(references, row.content, row.rendered_content);
          messages++;
          const message = { message: withoutRendered(row), where };
          await joining.add({ group: sortableId(id), time: 0, value: message });
        }
      }
    }
    return messages;
  }

  /** Brings messages together with their reactions and flags, which come beside each other. */
  private async *join(joining: Sorter<Pending>): AsyncIterable<JoinedMessage> {
    let id = '';
    let pending: Pending[] = [];
    let before = 946_684_800;
    const take = (): JoinedMessage[] => {
      const message = this.joined(pending, before);
      if (message) before = message.time;
      return message ? [message] : [];
    };
    for await (const entry of joining.sorted()) {
      const next = 'message' in entry ? (idOf(entry.message.id) ?? '') : entry.id;
      if (next !== id) {
        yield* take();
        pending = [];
        id = next;
      }
      if (pending.length < maxPending) pending.push(entry);
      else this.tellTooMany(entry, id);
    }
    yield* take();
  }

  private tellTooMany(entry: Pending, id: string): void {
    this.findings.tell({
      finding: 'too-many-marks',
      where: `message ${id}`,
      example: `Of the reactions and marks of one message, ${maxPending} are read.`,
      ...('reaction' in entry ? { leftOut: 'reactions' as const } : {}),
    });
  }

  /** Joins what there is of one message. @param before time of the message before it, which it gets if its own cannot be right */
  private joined(pending: readonly Pending[], before: number): JoinedMessage | undefined {
    const { tell } = this.findings;
    const [first, ...others] = pending.filter((each) => 'message' in each);
    for (const { where } of others) {
      const example = 'A message with this ID stands there twice.';
      tell({ finding: 'duplicate-id', where, example, leftOut: 'messages' });
    }
    const reactions = pending.flatMap((each) => ('reaction' in each ? [each.reaction] : []));
    if (!first) {
      if (reactions.length > 0) {
        tell({
          finding: 'unknown-message',
          where: `${this.folder}realm.json`,
          example: 'A reaction belongs to a message that is not in the archive.',
          count: reactions.length,
          leftOut: 'reactions',
        });
      }
      return undefined;
    }
    const { message, where } = first;
    const time = secondsOf(message.date_sent);
    if (time === undefined) {
      const example = 'The time of the message cannot be right. The message gets the time of the one before.';
      tell({ finding: 'absurd-time', where, example });
    }
    const marks = pending.filter((each) => 'person' in each);
    const peopleWith = (is: (mark: (typeof marks)[number]) => boolean) => [
      ...new Set(marks.filter(is).map(({ person }) => person)),
    ];
    return {
      message,
      where,
      time: time ?? before,
      reactions,
      starredBy: peopleWith(({ isStarred }) => isStarred === true),
      unreadBy: peopleWith(({ isRead }) => isRead === false),
    };
  }
}

async function addReaction(joining: Sorter<Pending>, row: Values): Promise<void> {
  const id = referenceOf(row, 'message');
  if (id !== undefined) await joining.add({ group: sortableId(id), time: 1, value: { id, reaction: row } });
}

async function addFlags(joining: Sorter<Pending>, row: Values): Promise<void> {
  const flags = flagsOf(row);
  const id = referenceOf(row, 'message');
  const person = referenceOf(row, 'user_profile');
  if (!flags || id === undefined || person === undefined) return;
  await joining.add({ group: sortableId(id), time: 1, value: { id, person, ...flags } });
}

/** What was rendered is not needed, and is longer than the message. */
function withoutRendered(row: Values): Values {
  const { rendered_content: _content, search_tsvector: _search, ...rest } = row;
  return rest;
}

const entry = (key: string | undefined, value: string): [string, string][] =>
  key === undefined ? [] : [[key, value]];

/** Addresses under which links of texts lead into the organization. */
function urlsOf(realm: Values | undefined): string[] {
  const url = textOf(realm?.uri) ?? textOf(realm?.url);
  return url !== undefined && /^https?:\/\/[^/\s]+\/?$/.test(url) ? [url.replace(/\/$/, '')] : [];
}

function referencesOf(
  people: readonly { key: string; name: string; active?: boolean }[],
  groups: readonly { key: string; name: string }[],
  channels: ReadonlyMap<string, string>,
  uploads: KeyTable,
  urls: readonly string[],
): ZulipReferences {
  // A name that several active people have means nobody without an ID.
  const byName = new Map<string, string | undefined>();
  for (const { key, name, active } of people) {
    if (active !== false) byName.set(name, byName.has(name) ? undefined : key);
  }
  for (const { key, name } of people) if (!byName.has(name)) byName.set(name, key);
  const keys = new Set(people.map(({ key }) => key));
  const groupKeys = new Map(groups.map(({ key, name }) => [name, key]));
  const channelKeys = new Map([...channels].map(([key, name]) => [name, key]));
  return {
    urls: [...urls],
    person: (name, id) => (id === undefined ? byName.get(name) : keys.has(id) ? id : undefined),
    group: (name) => groupKeys.get(name),
    channel: (name) => channelKeys.get(name),
    channelById: (id) => (channels.has(id) ? id : undefined),
    hasFile: (path) => uploads.has(path),
  };
}
