import { randomUUID } from 'node:crypto';
import { sql } from '@parley/db';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planImported, storeImported } from '../src/db/whole-accounts/imports.ts';
import { newestAnchor } from '../src/domain/limits.ts';
import { newMessage } from './new-message.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

// Where a read begins that asks for a date: messages that were sent have higher IDs than imported ones, also than newer ones.

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const user of [1, 2]) world.user(user);
  for (const channel of [1, 2]) {
    world.channel(channel);
    world.subscribe(1, channel);
  }
});

afterAll(() => service[Symbol.asyncDispose]());

const begin = Date.UTC(2024, 4, 1);

/** Times are kept to the second; imported messages get their IDs by the millisecond. */
const storedTime = ({ time }: Given): number => Math.floor(time / 1_000) * 1_000;

type Given = { channel: number; senderId: number; time: number; word: string };
type Stored = Given & { id: number };

/** Stores messages as an import does. */
async function bring(importId: number, given: readonly Given[]): Promise<Stored[]> {
  if (given.length === 0) return [];
  const keyed = given.map((each) => ({ ...each, sendKey: randomUUID(), sentAtMs: each.time }));
  const planned = await planImported(service.db, keyed, []);
  const rows = keyed.map(({ channel, senderId, word, sendKey, sentAtMs }, at) => ({
    ...newMessage({ content: word, renderedContent: `<p>${word}</p>`, senderId }),
    channelId: channel,
    conversationId: undefined,
    originId: channel,
    sendKey,
    plannedId: planned[at]!.messageId,
    sentAtMs,
    pin: undefined,
    lastEditedAt: undefined,
    lastMovedAt: undefined,
    editHistory: [],
    reactions: [],
    personalFlags: [],
    widget: undefined,
  }));
  const stored = await storeImported(service.db, { importId, areNew: false }, rows, (tx, inserted) =>
    service.ctx.searchIndex.addImported(
      tx,
      inserted.map(({ id }) => id),
    ),
  );
  return given.map((each, at) => ({ ...each, id: stored[at]!.id }));
}

/** Sends messages in this order, whose times differ. */
async function send(given: readonly Given[]): Promise<Stored[]> {
  const sent: Stored[] = [];
  for (const each of given) {
    const id = await service.send(each.senderId, { channel: each.channel }, { content: each.word });
    await service.db.execute(
      sql`update messages set sent_at = ${new Date(storedTime(each))} where id = ${id}`,
    );
    sent.push({ ...each, id });
  }
  return sent;
}

const narrows = [
  { terms: [], fits: () => true },
  { terms: [narrowTo('channel', 1)], fits: ({ channel }: Given) => channel === 1 },
  { terms: [narrowTo('sender', 2)], fits: ({ senderId }: Given) => senderId === 2 },
  { terms: [narrowTo('search', 'walls')], fits: ({ word }: Given) => word === 'walls' },
];

/** Checks for times around each message, and for every narrow, that no message from then on stands before the anchor. */
async function check(stored: readonly Stored[]): Promise<void> {
  // The index waits until an import rests.
  await service.db.execute(sql`update search_imported set stored_at = now() - interval '1 minute'`);
  await service.ctx.searchIndex.catchUp();
  while (await service.ctx.searchIndex.indexImported());
  const times = new Set([begin - 86_400_000, ...stored.map(storedTime).flatMap((time) => [time, time + 1])]);
  for (const time of times) {
    for (const { terms, fits } of narrows) {
      const ids = stored.filter((each) => fits(each) && storedTime(each) >= time).map(({ id }) => id);
      const { anchor } = await service.read(1, {
        anchor: 'date',
        anchorDate: new Date(time).toISOString(),
        narrow: terms,
        numBefore: 0,
        numAfter: 0,
      });
      const at = { time, narrow: terms.map(({ operator }) => operator) };
      expect({ ...at, anchor }).toEqual({ ...at, anchor: Math.min(newestAnchor, ...ids) });
    }
  }
}

const message = fc.record({
  channel: fc.constantFrom(1, 2),
  senderId: fc.constantFrom(1, 2),
  // Some of one moment, of the same second, of the same hour, and of days around.
  time: fc
    .oneof(fc.constantFrom(0, 1, 999, 1_000, 1_001), fc.nat(3_600_000), fc.nat(4 * 86_400_000))
    .map((offset) => begin + offset),
  word: fc.constantFrom('walls', 'roof'),
});
const messages = fc.array(message, { maxLength: 5 });
const inOrder = (given: readonly Given[]) => given.toSorted((one, other) => one.time - other.time);

it('is the first message from then on, whatever was imported and sent in which order', async () => {
  let imports = 0;
  await fc.assert(
    fc.asyncProperty(messages, messages, messages, fc.boolean(), async (first, second, own, hasSwapped) => {
      await service.db.execute(sql`delete from messages`);
      await service.db.execute(sql`delete from search_documents`);
      const sent = inOrder(own);
      // Messages that are sent at about the same time may get their IDs in another order.
      const [one, other] = sent;
      if (hasSwapped && one && other && other.time - one.time < 3_600_000) [sent[0], sent[1]] = [other, one];
      await check([
        ...(await bring(++imports, inOrder(first))),
        ...(await send(sent)),
        ...(await bring(++imports, inOrder(second))),
      ]);
    }),
    { numRuns: 10 },
  );
}, 120_000);

it('is found behind any number of imported messages that overflow the second before it', async () => {
  await service.db.execute(sql`delete from messages`);
  const crowd = Array.from(
    { length: 2_500 },
    (): Given => ({
      channel: 1,
      senderId: 1,
      time: begin + 500,
      word: 'roof',
    }),
  );
  const last = { channel: 1, senderId: 2, time: begin + 1_500, word: 'walls' };
  const stored = await bring(1_000, [...crowd, last]);
  const { anchor } = await service.read(1, {
    anchor: 'date',
    anchorDate: new Date(begin + 1_000).toISOString(),
    narrow: [],
    numBefore: 0,
    numAfter: 0,
  });
  expect(anchor).toBe(stored.at(-1)!.id);
});
