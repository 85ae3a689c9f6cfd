import {
  type ArchiveRecord,
  type ChannelRecord,
  type EmojiRecord,
  type FileRecord,
  type Finding,
  KeyTable,
  type ReadOptions,
  type SourceFiles,
  SourceProblem,
  type SourceReader,
} from '@parley/archive';
import { required } from '@parley/core';
import { decoded } from '../reading/chunks.ts';
import { Findings } from '../reading/findings.ts';
import { type JsonElement, jsonElements } from '../reading/json-stream.ts';
import { idOf, objectOf, objectsOf, secondsOf, textOf, textsOf, type Values } from '../reading/values.ts';
import { unicodeEmojiName } from '../text/emoji.ts';
import { plainText } from '../text/threads.ts';
import { type Conversation, readConversation, type Shared } from './conversation.ts';
import { emojiFileKey, emojiPictures, slackEmoji } from './emoji.ts';
import { SlackFileIndex } from './files.ts';
import { type ConversationKind, type SlackLayout, slackLayout } from './layout.ts';
import { parseMrkdwn } from './mrkdwn.ts';
import { SlackNames } from './names.ts';
import { personName, slackPerson, workspaceIcon } from './people.ts';
import { Senders } from './senders.ts';

/** Reads exports of Slack: the standard one, those with direct messages, and those of a Grid organization. */
export const slack: SourceReader = {
  name: 'slack',
  async detect(files) {
    const { lists, users, days } = slackLayout(files);
    if (lists.length === 0) return 0;
    return users.length > 0 ? (days.size > 0 ? 1 : 0.8) : days.size > 0 ? 0.7 : 0.3;
  },
  read: (files, options) => new SlackExport(files, options).read(),
};

/** Returns the workspace of a Grid organization to which a folder belongs. */
const workspaceOf = (folder: string): string | undefined => /(?:^|\/)teams\/([^/]+)\/$/.exec(folder)?.[1];

/** An emoji that stands for another one. */
type EmojiAlias = EmojiRecord & { readonly aliasOf: string };

class SlackExport {
  private readonly files: SourceFiles;
  private readonly options: ReadOptions;
  private readonly findings = new Findings();
  private readonly names = new SlackNames();
  private readonly senders: Senders;
  private readonly layout: SlackLayout;
  private readonly conversations: Conversation[] = [];
  private readonly usedFolders = new Set<string>();
  private readonly takenNames = new Set<string>();

  constructor(files: SourceFiles, options: ReadOptions) {
    this.files = files;
    this.options = options;
    this.senders = new Senders(this.names, this.findings.tell);
    this.layout = slackLayout(files);
  }

  async *read(): AsyncIterable<ArchiveRecord | Finding> {
    if (this.layout.lists.length === 0) {
      throw new SourceProblem(
        'no-channels',
        this.files.name,
        'The archive has no list of channels or direct messages.',
      );
    }
    const icon = await this.icon();
    yield { kind: 'organization', where: this.files.name, ...(icon && { icon: icon.key }) };
    yield* this.readPeople();
    if (icon) yield icon;
    yield* this.readGroups();
    yield* this.readEmoji();
    yield* this.readConversations();
    yield* this.findings.take();
    const shared: Shared = {
      files: this.files,
      options: this.options,
      findings: this.findings,
      names: this.names,
      senders: this.senders,
      days: this.layout.days,
      fileIndex: new SlackFileIndex(this.files),
      yieldedFiles: new KeyTable(this.files.temporaryFolder),
    };
    for (const conversation of this.conversations) yield* readConversation(conversation, shared);
    await this.tellCanvases(shared.yieldedFiles);
    for (const [folder, count] of this.layout.days.counts()) {
      if (this.usedFolders.has(folder)) continue;
      this.findings.tell({
        finding: 'unlisted-conversation',
        where: folder,
        example: `${count} files of messages belong to a conversation that no list names.`,
        leftOut: 'channels',
      });
    }
    yield* this.findings.take();
  }

  /** Tells of canvases that no message shares: those of channels, and those that people keep for themselves. */
  private async tellCanvases(shared: KeyTable): Promise<void> {
    if (this.layout.canvases === undefined) return;
    for await (const { value, where } of this.elements(this.layout.canvases)) {
      const id = idOf(objectOf(value)?.id);
      if (id === undefined || shared.has(id)) continue;
      const example = 'A canvas is shared in no message.';
      this.findings.tell({ finding: 'canvas-not-shared', where, example, leftOut: 'files' });
    }
  }

  /** Returns the icon of the workspace, if it has one of its own. */
  private async icon(): Promise<FileRecord | undefined> {
    if (this.layout.team === undefined) return undefined;
    for await (const { key, value, where } of this.elements(this.layout.team)) {
      // The answer of Slack's `team.info` has it under `team`.
      const found = key === 'icon' ? objectOf(value) : objectOf(objectOf(value)?.icon);
      const icon = found && workspaceIcon(found, where);
      if (icon) return icon;
    }
    return undefined;
  }

  /** Yields the elements of a list. A file that cannot be read is told. */
  private async *elements(path: string): AsyncIterable<JsonElement> {
    const { tell } = this.findings;
    try {
      yield* jsonElements(decoded(this.files.open(path), path, tell), path, tell);
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      tell({ finding: error.finding, where: error.where, example: error.message });
    }
  }

  private async *readPeople(): AsyncIterable<ArchiveRecord> {
    if (this.layout.users.length === 0) {
      this.findings.tell({
        finding: 'no-people',
        where: this.files.name,
        example: 'The archive has no list of people (users.json).',
      });
    }
    for (const path of this.layout.users) {
      for await (const { value, where } of this.elements(path)) {
        const user = objectOf(value);
        const id = idOf(user?.id);
        if (!user || id === undefined) {
          this.findings.tell({
            finding: 'broken-person',
            where,
            example: 'The entry has no ID.',
            leftOut: 'people',
          });
        } else if (this.names.people.has(id)) {
          // Workspaces of a Grid organization share people.
          if (this.layout.users.length === 1) {
            this.findings.tell({
              finding: 'duplicate-id',
              where,
              example: `The person ${id.slice(0, 40)} stands there twice.`,
            });
          }
        } else {
          this.names.people.set(id, personName(user, id));
          yield* slackPerson(id, user, where);
        }
      }
    }
  }

  private async *readGroups(): AsyncIterable<ArchiveRecord> {
    if (this.layout.userGroups === undefined) return;
    for await (const { value, where } of this.elements(this.layout.userGroups)) {
      const group = objectOf(value);
      const id = idOf(group?.id);
      if (!group || id === undefined || this.names.groups.has(id)) continue;
      const name = textOf(group.handle) ?? textOf(group.name) ?? id;
      const description = textOf(group.description) ?? textOf(group.name);
      this.names.groups.set(id, name);
      yield {
        kind: 'group',
        key: id,
        name,
        members: textsOf(group.users).filter((person) => this.names.people.has(person)),
        active: !(Number(group.date_delete) > 0),
        where,
        ...(description === undefined ? {} : { description }),
      };
    }
  }

  private async *readEmoji(): AsyncIterable<ArchiveRecord> {
    const pictures = emojiPictures(this.files);
    const { names } = this;
    const aliases: EmojiAlias[] = [];
    const add = function* (name: string, value: unknown, where: string): Iterable<ArchiveRecord> {
      if (names.emoji.has(name)) return;
      for (const record of slackEmoji(name, value, pictures, where)) {
        if (record.kind !== 'emoji') {
          yield record;
          continue;
        }
        const { aliasOf, author, ...rest } = record;
        if (aliasOf !== undefined) aliases.push({ ...record, aliasOf });
        else {
          names.emoji.add(record.name);
          yield author !== undefined && names.people.has(author) ? record : rest;
        }
      }
    };
    if (this.layout.emoji !== undefined) {
      for await (const { key, value, where } of this.elements(this.layout.emoji)) {
        // The answer of Slack's `emoji.list` has them under `emoji`.
        const nested = key === 'emoji' ? objectOf(value) : undefined;
        if (nested) {
          for (const [name, entry] of Object.entries(nested)) yield* add(name, entry, where);
        } else {
          const name = textOf(objectOf(value)?.name) ?? key;
          if (name !== undefined && key !== 'ok' && key !== 'cache_ts') yield* add(name, value, where);
        }
      }
    }
    for (const [name, path] of pictures) yield* add(name, undefined, path);
    yield* this.aliases(aliases);
  }

  /** Yields aliases behind what they stand for, with its picture. One that leads nowhere is told. */
  private *aliases(aliases: readonly EmojiAlias[]): Iterable<ArchiveRecord> {
    const own = new Set(this.names.emoji);
    const targets = new Map(aliases.map(({ name, aliasOf }) => [name, aliasOf]));
    for (const alias of aliases) {
      if (this.names.emoji.has(alias.name) || this.names.emojiAliases.has(alias.name)) continue;
      let target = alias.aliasOf;
      for (let steps = 0; !own.has(target) && steps < 20; steps++) target = targets.get(target) ?? target;
      const known = own.has(target) ? target : unicodeEmojiName(target, 'iamcal');
      if (known === undefined) {
        const where = alias.where ?? alias.name;
        const example = `:${alias.name}: stands for :${target}:, which is unknown.`;
        this.findings.tell({ finding: 'unknown-emoji', where, example, leftOut: 'emoji' });
      } else if (own.has(target)) {
        this.names.emoji.add(alias.name);
        yield { ...alias, aliasOf: known, file: emojiFileKey(known) };
      } else {
        // In texts and reactions, the emoji of Unicode stands in its place.
        this.names.emojiAliases.set(alias.name, known);
        yield { ...alias, aliasOf: known };
      }
    }
  }

  private async *readConversations(): AsyncIterable<ArchiveRecord> {
    const seen = new Set<string>();
    const later: { value: Values; where: string; kind: ConversationKind; folder: string }[] = [];
    // Names first: texts of one channel refer to others.
    for (const { path, kind, folder } of this.layout.lists) {
      for await (const { value, where } of this.elements(path)) {
        const found = objectOf(value);
        const id = idOf(found?.id);
        if (!found || id === undefined) {
          this.findings.tell({
            finding: 'broken-channel',
            where,
            example: 'The entry has no ID.',
            leftOut: 'channels',
          });
        } else if (seen.has(id)) {
          if (this.layout.lists.length <= 4) {
            this.findings.tell({
              finding: 'duplicate-id',
              where,
              example: `The conversation ${id.slice(0, 40)} stands there twice.`,
            });
          }
        } else {
          seen.add(id);
          const actual = found.is_im === true ? 'dm' : found.is_mpim === true ? 'mpim' : kind;
          if (actual === 'channel' || actual === 'group')
            this.names.channels.set(id, this.freeName(textOf(found.name) ?? id, folder, where));
          later.push({ value: found, where, kind: actual, folder });
        }
      }
    }
    for (const { value, where, kind, folder } of later) {
      if (kind === 'channel' || kind === 'group') {
        this.tellWider(value, kind, folder, where);
        yield* this.channel(value, kind, where);
      }
      yield* this.addConversation(value, kind, folder, where);
    }
  }

  /** Workspaces of a Grid organization have channels of the same names. The later ones get the name of their workspace, too. */
  private freeName(given: string, folder: string, where: string): string {
    const workspace = workspaceOf(folder);
    let name = given;
    for (let number = workspace === undefined ? 2 : 1; this.takenNames.has(name.toLowerCase()); number++) {
      const mark =
        workspace === undefined ? `${number}` : number === 1 ? workspace : `${workspace} ${number}`;
      name = `${given} (${mark})`;
    }
    this.takenNames.add(name.toLowerCase());
    if (name !== given) {
      const example = `The channel ${given.slice(0, 80)} is named "${name.slice(0, 80)}".`;
      this.findings.tell({ finding: 'name-taken', where, example });
    }
    return name;
  }

  /** People of one workspace of a Grid organization read its public channels; here, everyone but guests does. */
  private tellWider(value: Values, kind: ConversationKind, folder: string, where: string): void {
    const isOfWorkspace = workspaceOf(folder) !== undefined;
    const isForAll = value.is_org_mandatory === true || value.is_org_default === true;
    if (kind === 'group' || value.is_private === true || !isOfWorkspace || isForAll) return;
    const name = textOf(value.name) ?? idOf(value.id) ?? '';
    this.findings.tell({
      finding: 'wider-channel',
      where,
      example: `The public channel "${name.slice(0, 80)}" was for the people of its workspace. Here, everyone but guests may read it.`,
    });
  }

  private *channel(value: Values, kind: ConversationKind, where: string): Iterable<ArchiveRecord> {
    const id = required(idOf(value.id), 'ID of a conversation');
    const creator = idOf(value.creator);
    const created = secondsOf(value.created);
    const description = this.description(value);
    const formerNames = textsOf(value.previous_names);
    const channel: ChannelRecord = {
      kind: 'channel',
      key: id,
      name: this.names.channels.get(id) ?? id,
      privacy: kind === 'group' || value.is_private === true ? 'private' : 'public',
      where,
      ...(description === '' ? {} : { description }),
      ...(value.is_archived === true ? { archived: true } : {}),
      ...(value.is_general === true ? { isDefault: true } : {}),
      ...(creator !== undefined && this.names.people.has(creator) ? { creator } : {}),
      ...(created === undefined ? {} : { created }),
      ...(formerNames.length === 0 ? {} : { formerNames }),
    };
    yield channel;
    for (const person of new Set(textsOf(value.members))) {
      if (this.names.people.has(person)) yield { kind: 'subscription', channel: id, person, where };
      else {
        this.findings.tell({
          finding: 'unknown-member',
          where,
          example: `Nothing is known of the member ${person.slice(0, 40)}.`,
        });
      }
    }
  }

  private description(value: Values): string {
    const texts = [value.purpose, value.topic].flatMap((part) => {
      const source = textOf(objectOf(part)?.value);
      return source === undefined ? [] : [plainText(parseMrkdwn(source, this.names), this.names.nameOf)];
    });
    return [...new Set(texts)].join(' · ');
  }

  private *addConversation(
    value: Values,
    kind: ConversationKind,
    folder: string,
    where: string,
  ): Iterable<ArchiveRecord> {
    const id = idOf(value.id)!;
    const isDirect = kind === 'dm' || kind === 'mpim';
    const folders: string[] = [];
    // Channels lie in folders of their names, direct conversations in those of their IDs.
    const candidates = [textOf(value.name), id].flatMap((name) =>
      name === undefined ? [] : [`${folder}${name}`, name],
    );
    for (const candidate of new Set(candidates.map((path) => path.normalize('NFC')))) {
      if (!this.layout.days.has(candidate) || this.usedFolders.has(candidate)) continue;
      this.usedFolders.add(candidate);
      folders.push(candidate);
    }
    // Nobody needs an account for a conversation in which nothing was said.
    if (folders.length === 0) return;
    const pins = new Map(
      objectsOf(value.pins).flatMap((pin) => {
        const time = idOf(pin.id);
        return time === undefined ? [] : [[time, pin] as const];
      }),
    );
    const people: string[] = [];
    for (const person of isDirect ? new Set(textsOf(value.members)) : []) {
      const { key, record } = this.senders.person(person, undefined, where);
      if (record) yield record;
      people.push(key);
    }
    if (isDirect && people.length === 0) {
      this.findings.tell({
        finding: 'nobody-in-conversation',
        where,
        example: 'The direct conversation names nobody. Each message stands with its author alone.',
      });
    }
    this.conversations.push({ id, people: isDirect ? people : undefined, folders, pins });
  }
}
