import {
  type ArchiveRecord,
  type FileRecord,
  type Finding,
  KeyTable,
  type ReadOptions,
  type SourceFiles,
  SourceProblem,
  type SourceReader,
} from '@parley/archive';
import { required } from '@parley/core';
import { Findings } from '../reading/findings.ts';
import { Kept } from '../reading/kept.ts';
import { Sorter } from '../reading/sort.ts';
import { idOf, millisecondsOf, textOf } from '../reading/values.ts';
import { MongoDump } from './dump.ts';
import { rocketChatAvatars, rocketChatEmoji, rocketChatUploads } from './files.ts';
import { imageKey, rocketChatImageFiles, rocketChatImages } from './images.ts';
import { RoomWriter, type StoredMessage } from './messages.ts';
import { RocketChatNames } from './names.ts';
import { rocketChatPerson } from './people.ts';
import { type Room, rocketChatRooms } from './rooms.ts';

/** Reads a dump of Rocket.Chat's database (`mongodump`, also with `--gzip`), with the files of its GridFS. */
export const rocketchat: SourceReader = {
  name: 'rocketchat',
  async detect(files) {
    return (await MongoDump.find(files)) ? 1 : 0;
  },
  read: (files, options) => new RocketChatDump(files, options).read(),
};

/** A message, or with `parent` a former version of one. */
type Stored = StoredMessage & { readonly parent?: string };

/** Messages of one time that are held at once. */
const maxSame = 1_000;

class RocketChatDump {
  private readonly files: SourceFiles;
  private readonly options: ReadOptions;
  private readonly findings = new Findings();
  private readonly names = new RocketChatNames();
  private readonly rooms = new Map<string, Room>();
  /** IDs of messages that have replies. */
  private readonly answered: KeyTable;

  constructor(files: SourceFiles, options: ReadOptions) {
    this.files = files;
    this.answered = new KeyTable(files.temporaryFolder);
    this.options = options;
  }

  async *read(): AsyncIterable<ArchiveRecord | Finding> {
    this.options.onMessages?.(0);
    const dump = await MongoDump.find(this.files);
    if (!dump)
      throw new SourceProblem(
        'no-messages',
        this.files.name,
        'The archive has no file rocketchat_message.bson.',
      );
    for (const collection of ['users', 'rocketchat_room']) {
      if (dump.has(collection)) continue;
      throw new SourceProblem(
        'no-collection',
        this.files.name,
        `The archive has no file ${collection}.bson.`,
      );
    }
    const images = await rocketChatImages(dump, this.findings);
    const imageKeys = Object.fromEntries([...images].map(([image, name]) => [image, imageKey(name)]));
    yield { kind: 'organization', where: this.files.name, ...imageKeys };
    yield* this.people(dump);
    yield* rocketChatImageFiles(dump, [...images.values()], this.findings);
    yield* rocketChatEmoji(dump, this.names.emoji, this.findings);
    yield* rocketChatRooms(dump, this.names, this.rooms, this.findings);
    await using uploads = new Kept<FileRecord>(this.files.temporaryFolder);
    yield* rocketChatUploads(dump, this.files, this.names.people, uploads, this.findings);
    yield* this.findings.take();
    await using sorter = new Sorter<Stored>(this.files.temporaryFolder);
    const writer = new RoomWriter({
      options: this.options,
      findings: this.findings,
      names: this.names,
      rooms: this.rooms,
      uploads,
      answered: this.answered,
      temporaryFolder: this.files.temporaryFolder,
    });
    await this.collect(dump, sorter, writer);
    this.options.onMessages?.(sorter.count);
    let same: Stored[] = [];
    for await (const stored of sorter.sorted()) {
      const [first] = same;
      if (first && (first.room !== stored.room || first.time !== stored.time || same.length >= maxSame)) {
        yield* this.write(same, writer);
        same = [];
      }
      same.push(stored);
    }
    yield* this.write(same, writer);
    yield* this.findings.take();
  }

  /** Writes the messages of one time. Former versions have the time of their message. */
  private *write(same: readonly Stored[], writer: RoomWriter): Iterable<ArchiveRecord> {
    const seen = new Set<string>();
    for (const stored of same) {
      if (stored.parent !== undefined) continue;
      const id = required(idOf(stored.message._id), 'ID of a message');
      if (seen.has(id)) {
        const example = 'A message with this ID stands there twice.';
        this.findings.tell({ finding: 'duplicate-id', where: stored.where, example, leftOut: 'messages' });
        continue;
      }
      seen.add(id);
      const former = same.filter(({ parent }) => parent === id).map(({ message }) => message);
      yield* writer.write(stored, former);
    }
  }

  private async *people(dump: MongoDump): AsyncIterable<ArchiveRecord> {
    const { tell } = this.findings;
    const records = [];
    for await (const { value, where } of dump.documents('users', tell)) {
      const id = idOf(value._id);
      if (id === undefined || this.names.people.has(id)) {
        tell({
          finding: 'duplicate-id',
          where,
          example: 'The user has no ID, or stands there twice.',
          leftOut: 'people',
        });
        continue;
      }
      const person = rocketChatPerson(id, value, where);
      const username = textOf(value.username);
      this.names.people.set(id, person.name);
      if (username !== undefined && !this.names.usernames.has(username))
        this.names.usernames.set(username, id);
      records.push(person);
    }
    const avatars = await avatarOwners(dump, this.names.people, this.findings);
    for (const person of records)
      yield avatars.has(person.key) ? { ...person, avatar: `avatar-${person.key}` } : person;
    yield* rocketChatAvatars(dump, this.names.people, this.findings);
  }

  private async collect(dump: MongoDump, sorter: Sorter<Stored>, writer: RoomWriter): Promise<void> {
    const { tell } = this.findings;
    for await (const { value, where } of dump.documents('rocketchat_message', tell)) {
      this.options.signal?.throwIfAborted();
      const id = idOf(value._id);
      const room = idOf(value.rid);
      if (id === undefined || room === undefined) {
        tell({
          finding: 'broken-message',
          where,
          example: 'The message has no ID or no room.',
          leftOut: 'messages',
        });
        continue;
      }
      const time = millisecondsOf(value.ts);
      if (time === undefined) {
        tell({
          finding: 'absurd-time',
          where,
          example: 'The time of the message cannot be right. It stands at the beginning of its room.',
        });
      }
      const { md: _tree, urls: _previews, ...message } = value;
      // A former version names its message.
      const parent = value._hidden === true ? textOf(value.parent) : undefined;
      const thread = textOf(value.tmid);
      const isReply = thread !== undefined && value._hidden !== true;
      if (isReply && !this.answered.has(thread) && writer.isShown(value)) this.answered.add(thread);
      const stored = {
        message,
        where,
        time: time ?? 946_684_800,
        room,
        ...(parent === undefined ? {} : { parent }),
      };
      await sorter.add({ group: room, time: stored.time, value: stored });
    }
  }
}

/** Returns the people who have a picture. */
async function avatarOwners(
  dump: MongoDump,
  people: ReadonlyMap<string, string>,
  findings: Findings,
): Promise<Set<string>> {
  const owners = new Set<string>();
  for await (const { value } of dump.documents('rocketchat_avatars', findings.tell)) {
    const person = idOf(value.userId);
    if (person !== undefined && people.has(person)) owners.add(person);
  }
  return owners;
}
