import type { Message } from '@parley/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../i18n/format.ts';
import { RowMaker, type RowsInput } from './rows.ts';

const selfId = 1;

type Draft = { readonly sender: number; readonly minute: number; readonly topic: string };

const messageOf = (id: number, { sender, minute, topic }: Draft): Message =>
  ({
    id,
    type: 'stream',
    stream_id: 7,
    subject: topic,
    sender_id: sender,
    timestamp: 1_700_000_000 + minute * 60,
  }) as Message;

const draft = fc.record({
  sender: fc.integer({ min: 1, max: 3 }),
  minute: fc.integer({ min: 0, max: 4_000 }),
  topic: fc.constantFrom('a', 'b'),
});

const change = fc.oneof(
  fc.record({ kind: fc.constant('before' as const), drafts: fc.array(draft, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('after' as const), drafts: fc.array(draft, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(20), draft }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('unread' as const), at: fc.option(fc.nat(20)) }),
);

it('the row of a message stays when a topic is renamed among others, or the line above it moves', () => {
  const maker = new RowMaker();
  const known = new Map(
    [1, 2, 3].map((id) => [id, messageOf(id, { sender: id, minute: id, topic: id === 2 ? 'b' : 'a' })]),
  );
  const rowsOf = (firstUnreadId: number | undefined) =>
    maker
      .rows({
        ids: [1, 2, 3],
        message: (id) => known.get(id),
        outgoing: [],
        selfId,
        isMixed: true,
        firstUnreadId,
        hasBeginning: false,
      })
      .filter(({ kind }) => kind === 'message');
  const before = rowsOf(3);
  known.set(2, messageOf(2, { sender: 2, minute: 2, topic: 'renamed' }));
  expect(rowsOf(2).map((row, at) => row === before[at])).toEqual([true, true, true]);
});

describe('what stands between messages', () => {
  const day = 24 * 60;
  const rowsOf = (topics: readonly string[], firstUnreadId?: number, minutes: readonly number[] = []) =>
    new RowMaker()
      .rows({
        ids: topics.map((_, at) => at + 1),
        message: (id) => messageOf(id, { sender: 2, minute: minutes[id - 1] ?? 0, topic: topics[id - 1]! }),
        outgoing: [],
        selfId,
        isMixed: true,
        firstUnreadId,
        hasBeginning: false,
      })
      .map(({ kind }) => kind);

  it('is the line alone where a topic goes on, and the line above the header where one begins', () => {
    expect(rowsOf(['a', 'a'], 2)).toEqual(['recipient', 'message', 'unread', 'message']);
    expect(rowsOf(['a', 'b'], 2)).toEqual(['recipient', 'message', 'unread', 'recipient', 'message']);
  });

  it('is a new day where a topic goes on, and a header with that day where one begins', () => {
    expect(rowsOf(['a', 'a', 'b'], undefined, [0, day, 2 * day])).toEqual([
      ...['recipient', 'message', 'date', 'message', 'recipient', 'message'],
    ]);
    expect(rowsOf(['a', 'a'], 2, [0, day])).toEqual(['recipient', 'message', 'unread', 'message']);
  });

  it.each([true, false])(
    'says the day and the conversation of every message, each once (several conversations: %s)',
    (isMixed) => {
      fc.assert(
        fc.property(fc.array(draft, { minLength: 1, maxLength: 12 }), fc.nat(12), (drafts, unread) => {
          const messages = drafts.map((each, at) => messageOf(at + 1, each));
          const rows = new RowMaker().rows({
            ids: messages.map(({ id }) => id),
            message: (id) => messages[id - 1],
            outgoing: [],
            selfId,
            isMixed,
            firstUnreadId: unread,
            hasBeginning: false,
          });
          let [shownDay, shownTopic]: [number | undefined, string | undefined] = [undefined, undefined];
          for (const [at, row] of rows.entries()) {
            if (row.kind === 'recipient') {
              const topic = row.place.kind === 'topic' ? row.place.topic : undefined;
              expect(topic).not.toBe(shownTopic);
              [shownDay, shownTopic] = [dayOf(row.timestamp), topic];
            } else if (row.kind === 'date') {
              expect(dayOf(row.timestamp)).not.toBe(shownDay);
              shownDay = dayOf(row.timestamp);
            } else if (row.kind === 'unread') {
              const below = rows.slice(at + 1).find(({ kind }) => kind === 'message');
              expect(below).toMatchObject({ id: unread });
              if (row.timestamp === undefined) continue;
              expect(dayOf(row.timestamp)).not.toBe(shownDay);
              shownDay = dayOf(row.timestamp);
            } else if (row.kind === 'message') {
              const { timestamp, subject } = messages[row.id - 1]!;
              expect(dayOf(timestamp)).toBe(shownDay);
              if (isMixed) expect(subject).toBe(shownTopic);
            }
          }
          expect(rows.some(({ kind }) => kind === 'recipient')).toBe(isMixed);
          expect(rows.filter(({ kind }) => kind === 'unread').length).toBe(
            unread >= 1 && unread <= drafts.length ? 1 : 0,
          );
        }),
      );
    },
  );
});

describe('the rows of a list after changes', () => {
  it.each([true, false])(
    'equal the rows of a newly built list (several conversations: %s), and reuse objects of unchanged rows',
    (isMixed) => {
      fc.assert(
        fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
          const maker = new RowMaker();
          const known = new Map<number, Message>();
          let ids: number[] = [];
          let firstUnreadId: number | undefined;
          let [lowest, highest] = [10_000, 10_000];
          for (const each of changes) {
            if (each.kind === 'before')
              for (const one of each.drafts) known.set(--lowest, messageOf(lowest, one));
            if (each.kind === 'after')
              for (const one of each.drafts) known.set(++highest, messageOf(highest, one));
            const id = 'at' in each && each.at !== null ? ids[each.at] : undefined;
            if (each.kind === 'change' && id !== undefined) known.set(id, messageOf(id, each.draft));
            if (each.kind === 'remove' && id !== undefined) known.delete(id);
            if (each.kind === 'unread') firstUnreadId = id;
            ids = [...known.keys()].sort((one, other) => one - other);
            const input: RowsInput = {
              ids,
              message: (wanted) => known.get(wanted),
              outgoing: [],
              selfId,
              isMixed,
              firstUnreadId,
              hasBeginning: false,
            };
            const rows = maker.rows(input);
            expect(rows).toEqual(new RowMaker().rows(input));
            expect(maker.rows(input).every((row, index) => row === rows[index])).toBe(true);
          }
        }),
      );
    },
  );
});
