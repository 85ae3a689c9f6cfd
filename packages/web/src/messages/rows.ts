/** The rows of a list of messages: messages, and the bars and lines between them. */
import { type Message, type OutgoingMessage, type Place, placeKey, placeOf } from '@parley/client';
import { dayOf } from '../i18n/format.ts';

export type Row =
  | { readonly kind: 'beginning' }
  | { readonly kind: 'date'; readonly timestamp: number }
  | { readonly kind: 'recipient'; readonly place: Place; readonly messageId: number }
  | { readonly kind: 'unread' }
  /** `isFirst`: the first message of a group of one sender, which shows picture and name. */
  | { readonly kind: 'message'; readonly id: number; readonly isFirst: boolean }
  | { readonly kind: 'outgoing'; readonly localId: string; readonly isFirst: boolean };

/** Messages of one sender within this many seconds form a group. */
const groupSeconds = 300;

export type RowsInput = {
  readonly ids: readonly number[];
  readonly message: (id: number) => Message | undefined;
  readonly outgoing: readonly OutgoingMessage[];
  readonly selfId: number;
  /** Whether the list contains messages of several places. */
  readonly isMixed: boolean;
  /** The message below the line of unread messages. */
  readonly firstUnreadId: number | undefined;
  readonly hasBeginning: boolean;
};

/** Creates rows. Unchanged rows are the same objects as before, so that they are not rendered again. */
export class RowMaker {
  #known = new Map<string, Row>();

  rows(input: RowsInput): Row[] {
    const next = new Map<string, Row>();
    const rows: Row[] = [];
    const add = (key: string, make: () => Row) => {
      const row = this.#known.get(key) ?? make();
      next.set(key, row);
      rows.push(row);
    };
    if (input.hasBeginning) add('beginning', () => ({ kind: 'beginning' }));
    let before: { sender: number; timestamp: number; place: string } | undefined;
    for (const id of input.ids) {
      const message = input.message(id);
      if (!message) continue;
      const { sender_id: sender, timestamp } = message;
      const messagePlace = placeOf(message, input.selfId);
      const place = placeKey(messagePlace);
      const isNewDay = before === undefined || dayOf(before.timestamp) !== dayOf(timestamp);
      const isNewPlace = input.isMixed && before?.place !== place;
      if (isNewDay) add(`date ${id}`, () => ({ kind: 'date', timestamp }));
      if (isNewPlace || (input.isMixed && isNewDay)) {
        add(`place ${id} ${place}`, () => ({ kind: 'recipient', place: messagePlace, messageId: id }));
      }
      const isUnreadLine = id === input.firstUnreadId;
      if (isUnreadLine) add('unread', () => ({ kind: 'unread' }));
      const isFirst =
        isNewDay ||
        isNewPlace ||
        isUnreadLine ||
        before?.sender !== sender ||
        timestamp - before.timestamp > groupSeconds;
      add(`${id} ${isFirst}`, () => ({ kind: 'message', id, isFirst }));
      before = { sender, timestamp, place };
    }
    for (const { localId, timestamp } of input.outgoing) {
      const isFirst = before?.sender !== input.selfId || timestamp - before.timestamp > groupSeconds;
      add(`out ${localId} ${isFirst}`, () => ({ kind: 'outgoing', localId, isFirst }));
      before = { sender: input.selfId, timestamp, place: '' };
    }
    this.#known = next;
    return rows;
  }
}
