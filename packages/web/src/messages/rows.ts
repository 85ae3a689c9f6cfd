/** Rows of a list of messages: the messages, and the bars and lines between them. */
import {
  type Message,
  type MessageId,
  type OutgoingMessage,
  type Place,
  placeKey,
  placeOf,
  type UserId,
} from '@parley/client';
import { dayOf } from '../i18n/format.ts';

export type Row =
  | { readonly kind: 'beginning' }
  | { readonly kind: 'date'; readonly timestamp: number }
  /** The header of messages of one conversation among others, with the day of the first of them. */
  | {
      readonly kind: 'recipient';
      readonly place: Place;
      readonly messageId: MessageId;
      readonly timestamp: number;
    }
  /** The line above what is new. Where a day begins, too, one line says both. */
  | { readonly kind: 'unread'; readonly timestamp: number | undefined }
  /** `isFirst`: whether the message begins a group of one sender, and so shows the sender's picture and name. */
  | { readonly kind: 'message'; readonly id: number; readonly isFirst: boolean }
  | { readonly kind: 'outgoing'; readonly localId: string; readonly isFirst: boolean };

/** Maximum time in seconds between two messages of a group. A group has a single sender. */
const groupSeconds = 300;

export type RowsInput = {
  readonly ids: readonly MessageId[];
  readonly message: (id: number) => Message | undefined;
  readonly outgoing: readonly OutgoingMessage[];
  readonly selfId: UserId;
  /** Whether the list contains messages of several topics or direct conversations. */
  readonly isMixed: boolean;
  readonly firstUnreadId: number | undefined;
  readonly hasBeginning: boolean;
};

/** Properties of a message on which its rows depend. */
type Facts = { readonly place: Place; readonly placeKey: string; readonly day: number };
/** The rows of a message: its own row, and the bars and lines above it. */
type Group = {
  readonly form: string;
  readonly timestamp: number;
  readonly rows: readonly Row[];
  /** The messages from which the rows were made. While both are unchanged, the rows are reused. */
  message: Message;
  before: Message | undefined;
};

const beginning: Row = { kind: 'beginning' };

/** Creates the rows of a list. Unchanged rows remain the same objects, so that Solid does not render them again. */
export class RowMaker {
  readonly #facts = new WeakMap<Message, Facts>();
  readonly #groups = new Map<number, Group>();
  #outgoing = new Map<string, Row>();
  /** ID of the message below the unread line in the previous call. */
  #lineBefore: number | undefined;

  rows(input: RowsInput): Row[] {
    const rows: Row[] = [];
    if (input.hasBeginning) rows.push(beginning);
    let before: Message | undefined;
    for (const id of input.ids) {
      const message = input.message(id);
      if (!message) continue;
      const known = this.#groups.get(id);
      // Reuses rows, because a list may have thousands of messages while a new page changes only its first or last ones.
      if (known?.message === message && known.before === before && !this.#isLineMoved(id, input)) {
        for (const row of known.rows) rows.push(row);
        before = message;
        continue;
      }
      const factsBefore = before && this.#factsOf(before, input.selfId);
      const facts = this.#factsOf(message, input.selfId);
      const isNewDay = factsBefore?.day !== facts.day;
      const isNewPlace = input.isMixed && factsBefore?.placeKey !== facts.placeKey;
      const isUnreadLine = id === input.firstUnreadId;
      const isFirst =
        isNewDay ||
        isNewPlace ||
        isUnreadLine ||
        before?.sender_id !== message.sender_id ||
        message.timestamp - before.timestamp > groupSeconds;
      // The header says the day, so a line with the day is needed only where the same conversation goes on.
      const hasDate = isNewDay && !isNewPlace;
      const bar = isNewPlace ? facts.placeKey : '';
      const form = `${hasDate ? 'd' : ''}${isUnreadLine ? 'u' : ''}${isFirst ? 'f' : ''}${bar}`;
      if (known?.form === form && known.timestamp === message.timestamp) {
        Object.assign(known, { message, before });
        rows.push(...known.rows);
      } else {
        const group: Row[] = [];
        const { timestamp } = message;
        // Above the header of a conversation that begins here, because all of it is new.
        if (isUnreadLine) group.push({ kind: 'unread', timestamp: hasDate ? timestamp : undefined });
        else if (hasDate) group.push({ kind: 'date', timestamp });
        if (isNewPlace) group.push({ kind: 'recipient', place: facts.place, messageId: id, timestamp });
        // What floats over a message stays when only the bar or the line above it changes.
        const own = known?.rows.at(-1);
        const isSame = own?.kind === 'message' && own.isFirst === isFirst && known?.timestamp === timestamp;
        group.push(isSame ? own : { kind: 'message', id, isFirst });
        this.#groups.set(id, { form, timestamp, rows: group, message, before });
        rows.push(...group);
      }
      before = message;
    }
    this.#lineBefore = input.firstUnreadId;
    this.#forget(input.ids);
    rows.push(...this.#outgoingRows(input, before));
    return rows;
  }

  /** Returns whether the unread line appeared or disappeared above a message. */
  #isLineMoved(id: number, { firstUnreadId }: RowsInput): boolean {
    return firstUnreadId !== this.#lineBefore && (id === firstUnreadId || id === this.#lineBefore);
  }

  #factsOf(message: Message, selfId: UserId): Facts {
    const known = this.#facts.get(message);
    if (known) return known;
    const place = placeOf(message, selfId);
    const facts = { place, placeKey: placeKey(place), day: dayOf(message.timestamp) };
    this.#facts.set(message, facts);
    return facts;
  }

  /** Removes cached rows of messages that left the list, once the cache is about twice as large as the list. */
  #forget(ids: readonly MessageId[]): void {
    if (this.#groups.size <= 2 * ids.length + 100) return;
    const present = new Set(ids);
    for (const id of this.#groups.keys()) if (!present.has(id)) this.#groups.delete(id);
  }

  #outgoingRows({ outgoing, selfId }: RowsInput, last: Message | undefined): Row[] {
    const next = new Map<string, Row>();
    let before: Pick<Message, 'sender_id' | 'timestamp'> | undefined = last;
    for (const { localId, timestamp } of outgoing) {
      const isFirst = before?.sender_id !== selfId || timestamp - before.timestamp > groupSeconds;
      const key = `${localId} ${isFirst}`;
      next.set(key, this.#outgoing.get(key) ?? { kind: 'outgoing', localId, isFirst });
      before = { sender_id: selfId, timestamp };
    }
    this.#outgoing = next;
    return [...next.values()];
  }
}
