import type {
  ArchiveRecord,
  MessageEdit,
  MessageRecord,
  PersonRecord,
  Place,
  ReactionRecord,
  ReadOptions,
} from '@parley/archive';
import { required } from '@parley/core';
import type { Findings } from '../reading/findings.ts';
import { messageRecords, tellSkinTone, uniqueReactions } from '../reading/messages.ts';
import {
  idOf,
  millisecondsOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
  type Values,
} from '../reading/values.ts';
import { hasSkinTone } from '../text/emoji.ts';
import { Threads } from '../text/threads.ts';
import { type Block, type Inline, paragraph, text } from '../text/tree.ts';
import { writeText } from '../text/write.ts';
import { parseMarkup } from './markup.ts';
import type { RocketChatNames } from './names.ts';
import type { Room } from './rooms.ts';

/** A message as it waits to be sorted. Former versions of a message have its time and stand beside it. */
export type StoredMessage = {
  readonly message: Values;
  readonly where: string;
  readonly time: number;
  readonly room: string;
};

export type MessageContext = {
  readonly options: ReadOptions;
  readonly findings: Findings;
  readonly names: RocketChatNames;
  readonly rooms: ReadonlyMap<string, Room>;
  /** Uploads whose records were yielded, by their IDs. */
  readonly uploads: { has(id: string): boolean };
  /** Messages that have replies that say something, by their IDs. Counts of replies in messages may be old or missing. */
  readonly answered: { has(id: string): boolean };
  readonly temporaryFolder: string | undefined;
};

/** Kinds of messages that somebody wrote. All others say what happened to a room. */
const written = new Set(['', 'discussion-created', 'videoconf', 'jitsi_call_started', 'e2e']);

/** Whether somebody wrote a message that can be read, so that it is not left out. */
const isWritten = ({ t }: Values): boolean => {
  const type = textOf(t) ?? '';
  return type !== 'e2e' && written.has(type);
};

/** Writes messages that come sorted by room and time. */
export class RoomWriter {
  private readonly context: MessageContext;
  private conversation: { readonly room: string; readonly threads: Threads } | undefined;

  constructor(context: MessageContext) {
    this.context = context;
  }

  /** Whether a message comes as one that people see: it was written, was not removed, and is not empty. */
  isShown(message: Values): boolean {
    return isWritten(message) && this.text(message).length > 0;
  }

  *write(stored: StoredMessage, history: readonly Values[]): Iterable<ArchiveRecord> {
    const { message, where, room, time } = stored;
    const { findings, names, rooms, options, temporaryFolder } = this.context;
    const place = rooms.get(room);
    if (room !== this.conversation?.room) {
      const channel = place?.kind === 'channel' ? room : undefined;
      const threads = new Threads(channel, options.maxTopicLength, names.nameOf, temporaryFolder);
      this.conversation = { room, threads };
    }
    const { threads } = this.conversation;
    if (!place || place.kind === 'left-out') {
      const finding = place?.finding ?? 'unknown-room';
      findings.tell({
        finding,
        where,
        example: place?.example ?? 'No room has the message.',
        leftOut: 'messages',
      });
      return;
    }
    if (this.isLeftOut(message, where)) return;
    const key = required(idOf(message._id), 'ID of a message');
    const { key: sender, record } = this.sender(message, where);
    if (record) yield record;
    const blocks = this.text(message);
    let shown: readonly Block[] = blocks;
    let topic = '';
    const thread = textOf(message.tmid);
    if (blocks.length > 0) {
      if (thread === undefined) shown = threads.first(key, key, blocks, this.context.answered.has(key));
      else ({ topic, blocks: shown } = threads.reply(thread, blocks));
    }
    const edits = this.edits(message, history);
    const reactions = this.reactions(message, where);
    const starredBy = objectsOf(message.starred)
      .flatMap(({ _id }) => idOf(_id) ?? [])
      .filter((person) => names.people.has(person));
    const head: Omit<MessageRecord, 'kind' | 'content'> = {
      key,
      place: placeOf(place, room, topic, sender),
      sender,
      time,
      where,
      ...(edits.length === 0 ? {} : { edits }),
      ...(reactions.length === 0 ? {} : { reactions }),
      ...(starredBy.length === 0 ? {} : { starredBy }),
      ...this.pinned(message),
    };
    yield* messageRecords(head, shown, options, findings.tell);
  }

  private isLeftOut(message: Values, where: string): boolean {
    const { tell } = this.context.findings;
    const type = textOf(message.t) ?? '';
    if (type === 'rm') {
      tell({
        finding: 'deleted-message',
        where,
        example: 'The message was deleted in Rocket.Chat.',
        leftOut: 'messages',
      });
      return true;
    }
    if (type === 'e2e') {
      tell({
        finding: 'encrypted-message',
        where,
        example: 'The message is encrypted from end to end and cannot be read.',
        leftOut: 'messages',
      });
      return true;
    }
    if (!written.has(type)) {
      tell({
        finding: 'notice',
        where,
        example: `A notice (${type.slice(0, 60)}) is left out.`,
        leftOut: 'messages',
      });
      return true;
    }
    return false;
  }

  private sender(message: Values, where: string): { key: string; record?: PersonRecord } {
    const { names, findings } = this.context;
    const user = objectOf(message.u);
    const id = idOf(user?._id);
    const alias = textOf(message.alias)?.trim();
    const isIntegration = objectOf(message.bot) !== undefined || message.bot === true;
    if (isIntegration && alias !== undefined) {
      const key = `integration:${alias.toLowerCase().slice(0, 100)}`;
      return this.add({ kind: 'person', key, name: alias, active: true, bot: { type: 'incoming' }, where });
    }
    if (id === undefined) {
      findings.tell({ finding: 'unknown-author', where, example: 'The message names no author.' });
      return this.add({
        kind: 'person',
        key: 'unknown:author',
        name: 'Unknown author',
        active: false,
        where,
      });
    }
    if (!names.people.has(id)) {
      findings.tell({
        finding: 'unknown-person',
        where,
        example: `${id.slice(0, 40)} is in no list of people, and becomes a deactivated account.`,
      });
    }
    const name = textOf(user?.name) ?? textOf(user?.username) ?? id;
    return this.add({ kind: 'person', key: id, name, active: false, where });
  }

  private add(record: PersonRecord): { key: string; record?: PersonRecord } {
    const { people } = this.context.names;
    if (people.has(record.key)) return { key: record.key };
    people.set(record.key, record.name);
    return { key: record.key, record };
  }

  private text(message: Values): Block[] {
    const { names } = this.context;
    // A quoted message stands in front as a link without a label.
    const source = (textOf(message.msg) ?? '').replace(/\[ ?\]\((?:https?:\/\/[^()\s]{1,500})\)\s*/g, '');
    const blocks = parseMarkup(source, names);
    if (message.t === 'discussion-created') {
      const room = textOf(message.drid);
      const link: Inline =
        room !== undefined && names.channels.has(room)
          ? { type: 'reference', to: { ref: 'channel', key: room } }
          : text('');
      blocks.push(paragraph(text('→ '), link));
    }
    // Quoted messages stand above the text of their answer, everything else below.
    const attached = objectsOf(message.attachments);
    const written = (isQuote: boolean): Block[] =>
      attached
        .filter(({ message_link }) => (textOf(message_link) !== undefined) === isQuote)
        .flatMap((attachment) => this.attachment(attachment, 0));
    return [...written(true), ...blocks, ...written(false), ...this.files(message)];
  }

  private attachment(attachment: Values, depth: number): Block[] {
    const { names } = this.context;
    const link = textOf(attachment.title_link) ?? '';
    const isFile = attachment.type === 'file' || /^\/(?:file-upload|ufs)\//.test(link);
    const caption = textOf(attachment.description);
    if (isFile) return caption === undefined ? [] : parseMarkup(caption, names);
    const inside: Block[] = [];
    const target = textOf(attachment.message_link);
    const author = textOf(attachment.author_name);
    const message = target === undefined ? undefined : /[?&]msg=([A-Za-z0-9]{10,30})/.exec(target)?.[1];
    if (author !== undefined || message !== undefined) {
      const id = names.usernames.get(author ?? '');
      const who: Inline =
        id === undefined
          ? text(author ?? '')
          : { type: 'reference', to: { ref: 'person', key: id, silent: true } };
      const where: Inline[] =
        message === undefined ? [] : [text(' '), { type: 'reference', to: { ref: 'message', key: message } }];
      inside.push(paragraph(who, ...where));
    }
    const title = textOf(attachment.title);
    if (title !== undefined) {
      const node: Inline = link === '' ? text(title) : { type: 'link', url: link, children: [text(title)] };
      inside.push(paragraph({ type: 'strong', children: [node] }));
    }
    const texts = [attachment.pretext, attachment.text].flatMap((value) => textOf(value) ?? []);
    for (const each of texts) inside.push(...parseMarkup(each, names));
    for (const field of objectsOf(attachment.fields)) {
      const name = textOf(field.title);
      const value = textOf(field.value);
      if (name !== undefined) inside.push(paragraph({ type: 'strong', children: [text(name)] }));
      if (value !== undefined) inside.push(...parseMarkup(value, names));
    }
    const picture = textOf(attachment.image_url) ?? textOf(attachment.thumb_url);
    if (picture !== undefined && /^https?:/.test(picture))
      inside.push(paragraph({ type: 'link', url: picture, children: [] }));
    if (depth < 3)
      inside.push(...objectsOf(attachment.attachments).flatMap((inner) => this.attachment(inner, depth + 1)));
    return inside.length === 0 ? [] : [{ type: 'quote', children: inside }];
  }

  private files(message: Values): Block[] {
    const listed = [...objectsOf(message.files).filter(({ typeGroup }) => typeGroup !== 'thumb')];
    const single = objectOf(message.file);
    if (listed.length === 0 && single) listed.push(single);
    const nodes: Inline[] = [];
    const seen = new Set<string>();
    for (const file of listed) {
      const key = idOf(file._id);
      if (key === undefined || seen.has(key)) continue;
      seen.add(key);
      const label = textOf(file.name) ?? 'file';
      if (nodes.length > 0) nodes.push(text('\n'));
      nodes.push(
        this.context.uploads.has(key)
          ? { type: 'reference', to: { ref: 'file', key, label } }
          : text(`[${label}]`),
      );
    }
    return nodes.length === 0 ? [] : [{ type: 'paragraph', children: nodes }];
  }

  /** Servers that keep the history have former versions as hidden messages. */
  private edits(message: Values, history: readonly Values[]): MessageEdit[] {
    const { names } = this.context;
    const edits = history.flatMap((former): MessageEdit[] => {
      const time = millisecondsOf(former.editedAt) ?? millisecondsOf(former._updatedAt);
      const editor = idOf(objectOf(former.editedBy)?._id);
      if (time === undefined) return [];
      return [
        {
          time,
          ...(editor !== undefined && names.people.has(editor) ? { editor } : {}),
          previousContent: writeText(parseMarkup(textOf(former.msg) ?? '', names)),
        },
      ];
    });
    const edited = millisecondsOf(message.editedAt);
    const editor = idOf(objectOf(message.editedBy)?._id);
    if (edited !== undefined && edits.length === 0) {
      edits.push({ time: edited, ...(editor !== undefined && names.people.has(editor) ? { editor } : {}) });
    }
    return edits.sort((a, b) => a.time - b.time);
  }

  private reactions(message: Values, where: string): ReactionRecord[] {
    const { names, findings } = this.context;
    const reactions: ReactionRecord[] = [];
    for (const [name, value] of Object.entries(objectOf(message.reactions) ?? {})) {
      const plain = name.replace(/^:|:$/g, '');
      if (hasSkinTone(plain)) tellSkinTone(findings.tell, where);
      const emoji = names.emojiName(plain) ?? plain;
      for (const username of textsOf(objectOf(value)?.usernames)) {
        const person = names.usernames.get(username);
        if (person !== undefined) reactions.push({ person, emoji });
        else {
          findings.tell({
            finding: 'unknown-person',
            where,
            example: 'Nothing is known of somebody who reacted.',
            leftOut: 'reactions',
          });
        }
      }
    }
    return uniqueReactions(reactions);
  }

  private pinned(message: Values): Pick<MessageRecord, 'pinned'> {
    if (message.pinned !== true) return {};
    const by = idOf(objectOf(message.pinnedBy)?._id);
    const time = millisecondsOf(message.pinnedAt);
    const isKnown = by !== undefined && this.context.names.people.has(by);
    if (!isKnown && time === undefined) return { pinned: true };
    return { pinned: { ...(isKnown ? { by } : {}), ...(time === undefined ? {} : { time }) } };
  }
}

/** Somebody who has left a direct conversation belongs to its people. */
function placeOf(room: Room, id: string, topic: string, sender: string): Place {
  if (room.kind !== 'direct') return { channel: id, topic };
  return { people: room.people.includes(sender) ? room.people : [...room.people, sender] };
}
