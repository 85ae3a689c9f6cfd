import type {
  ArchiveRecord,
  ArchiveText,
  MessageEdit,
  Place,
  ReactionRecord,
  ReadOptions,
} from '@parley/archive';
import { firstItem, required } from '@parley/core';
import type { Findings } from '../reading/findings.ts';
import { uniqueReactions } from '../reading/messages.ts';
import { idOf, numberOf, objectsOf, secondsOf, textOf, type Values } from '../reading/values.ts';
import { emojiNameOfCode, unicodeEmojiName } from '../text/emoji.ts';
import { type ZulipReferences, zulipContent } from './content.ts';
import { splitContent } from './split.ts';
import { referenceOf } from './tables.ts';

/** Bits of `flags_mask`. */
const readFlag = 1;
const starredFlag = 2;

/** A message with what other tables have of it. */
export type JoinedMessage = {
  readonly message: Values;
  readonly where: string;
  readonly time: number;
  readonly reactions: readonly Values[];
  readonly starredBy: readonly string[];
  readonly unreadBy: readonly string[];
};

/** What the row of a recipient means. */
export type Recipient = { readonly type: number; readonly id: string };

export type MessageContext = {
  readonly options: ReadOptions;
  readonly findings: Findings;
  readonly references: ZulipReferences;
  readonly people: ReadonlySet<string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly recipients: ReadonlyMap<string, Recipient>;
  /** People of group conversations, by the row of the group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Names of custom emoji by ID. */
  readonly emoji: ReadonlyMap<string, string>;
  readonly clients: ReadonlyMap<string, string>;
};

/** Returns whether a row of `zerver_usermessage` says something that is not true of every message: unread, or starred. */
export function flagsOf(row: Values): { isRead: boolean; isStarred: boolean } | undefined {
  const mask = numberOf(row.flags_mask) ?? numberOf(row.flags) ?? readFlag;
  const isRead = (mask & readFlag) !== 0;
  const isStarred = (mask & starredFlag) !== 0;
  return isRead && !isStarred ? undefined : { isRead, isStarred };
}

/** Messages of one person that one record names. */
const unreadBatch = 1_000;
/** Messages that wait for such records, of all people together. */
const maxUnread = 100_000;

/** Writes messages that come in the order of their times. */
export class ZulipMessages {
  private readonly context: MessageContext;
  private readonly unread = new Map<string, string[]>();
  private unreadCount = 0;

  constructor(context: MessageContext) {
    this.context = context;
  }

  *write(joined: JoinedMessage): Iterable<ArchiveRecord> {
    const { message, where, time } = joined;
    const { findings, people } = this.context;
    const key = required(idOf(message.id), 'ID of a message');
    const sender = referenceOf(message, 'sender');
    if (sender === undefined || !people.has(sender)) {
      const example = 'The author is in no table.';
      findings.tell({ finding: 'unknown-author', where, example, leftOut: 'messages' });
      return;
    }
    const place = this.placeOf(message, sender, where);
    if (!place) return;
    const texts = this.textsOf(message, where);
    if (!texts) return;
    const reactions = this.reactions(joined.reactions, where);
    const edits = this.edits(message);
    const client = this.context.clients.get(referenceOf(message, 'sending_client') ?? '');
    const starredBy = joined.starredBy.filter((person) => people.has(person));
    yield {
      kind: 'message',
      key,
      place,
      sender,
      time,
      content: firstItem(texts),
      where,
      ...(edits.length === 0 ? {} : { edits }),
      ...(reactions.length === 0 ? {} : { reactions }),
      ...(starredBy.length === 0 ? {} : { starredBy }),
      ...(client === undefined || client === '' ? {} : { client }),
    };
    for (const [index, part] of texts.slice(1).entries()) {
      const later = time + (index + 1) * 0.000_001;
      yield { kind: 'message', key: `${key}#${index + 2}`, place, sender, time: later, content: part, where };
    }
    for (const person of joined.unreadBy) if (people.has(person)) yield* this.addUnread(person, key);
  }

  /** Returns the text of a message, in parts where it is too long for one; undefined without any. */
  private textsOf(message: Values, where: string): ArchiveText[] | undefined {
    const { findings, options, references } = this.context;
    const content = typeof message.content === 'string' ? message.content.trim() : '';
    if (content === '') {
      findings.tell({
        finding: 'empty-message',
        where,
        example: 'The message has no text.',
        leftOut: 'messages',
      });
      return undefined;
    }
    const texts = splitContent(zulipContent(content, references), options.maxContentLength);
    if (texts.length > 1) {
      findings.tell({
        finding: 'long-message',
        where,
        example: `The message is longer than ${options.maxContentLength} characters and becomes ${texts.length} messages.`,
      });
    }
    return texts;
  }

  private *addUnread(person: string, key: string): Iterable<ArchiveRecord> {
    const list = this.unread.get(person) ?? [];
    list.push(key);
    this.unread.set(person, list);
    if (++this.unreadCount > maxUnread) return yield* this.end();
    if (list.length < unreadBatch) return;
    this.unread.delete(person);
    this.unreadCount -= list.length;
    yield { kind: 'unread', person, messages: list };
  }

  /** Yields what is left of unread messages. */
  *end(): Iterable<ArchiveRecord> {
    for (const [person, messages] of this.unread) yield { kind: 'unread', person, messages };
    this.unread.clear();
    this.unreadCount = 0;
  }

  private placeOf(message: Values, sender: string, where: string): Place | undefined {
    const { findings, recipients, channels, groups, people } = this.context;
    const recipient = recipients.get(referenceOf(message, 'recipient') ?? '');
    if (recipient?.type === 2 && channels.has(recipient.id)) {
      const topic = typeof message.subject === 'string' ? message.subject.trim() : '';
      return { channel: recipient.id, topic: topic === '(no topic)' ? '' : topic };
    }
    const members =
      recipient?.type === 1 ? [recipient.id] : recipient?.type === 3 ? groups.get(recipient.id) : undefined;
    if (!members?.every((person) => people.has(person))) {
      findings.tell({
        finding: 'unknown-conversation',
        where,
        example: 'The conversation of the message is in no table.',
        leftOut: 'messages',
      });
      return undefined;
    }
    return { people: [...new Set([...members, sender])].sort((a, b) => Number(a) - Number(b)) };
  }

  private reactions(rows: readonly Values[], where: string): ReactionRecord[] {
    const { people, findings } = this.context;
    const reactions = rows.flatMap((row): ReactionRecord[] => {
      const person = referenceOf(row, 'user_profile');
      const emoji = this.emojiOf(row);
      if (person === undefined || !people.has(person) || emoji === undefined) {
        findings.tell({
          finding: 'unknown-reaction',
          where,
          example: 'The person or the emoji is in no table.',
          leftOut: 'reactions',
        });
        return [];
      }
      return [{ person, emoji }];
    });
    return uniqueReactions(reactions);
  }

  private emojiOf(row: Values): string | undefined {
    const name = textOf(row.emoji_name);
    if (row.reaction_type === 'realm_emoji')
      return this.context.emoji.get(idOf(row.emoji_code) ?? '') ?? name;
    if (row.reaction_type === 'zulip_extra_emoji') return 'zulip';
    const code = textOf(row.emoji_code);
    return (
      (code === undefined ? undefined : emojiNameOfCode(code)) ??
      (name === undefined ? undefined : (unicodeEmojiName(name, 'iamcal') ?? name))
    );
  }

  /** The history begins with the last edit. Each entry has what stood there before it. */
  private edits(message: Values): MessageEdit[] {
    const { people, channels, references } = this.context;
    let history: unknown = message.edit_history;
    if (typeof history === 'string') {
      try {
        history = JSON.parse(history);
      } catch {
        return [];
      }
    }
    const edits = objectsOf(history).flatMap((entry): MessageEdit[] => {
      const time = secondsOf(entry.timestamp);
      if (time === undefined) return [];
      const editor = idOf(entry.user_id);
      const previousTopic =
        typeof entry.prev_topic === 'string' ? entry.prev_topic : textOf(entry.prev_subject);
      const previousChannel = idOf(entry.prev_stream);
      const content = textOf(entry.prev_content);
      return [
        {
          time,
          ...(editor !== undefined && people.has(editor) ? { editor } : {}),
          ...(content === undefined ? {} : { previousContent: zulipContent(content, references) }),
          ...(previousTopic === undefined ? {} : { previousTopic }),
          ...(previousChannel !== undefined && channels.has(previousChannel) ? { previousChannel } : {}),
        },
      ];
    });
    return edits.sort((a, b) => a.time - b.time);
  }
}

/** Returns the head of a message's key that sorts like its number. */
export const sortableId = (id: string): string => id.padStart(20, '0');
