import { sql } from '@parley/db';
import { describe, expect, it } from 'vitest';
import { advancePosition } from '../src/db/log-positions.ts';
import type { OutgoingMail } from '../src/domain/mail.ts';
import { RefusedMailError } from '../src/mail/transport.ts';
import { deliverDue } from '../src/workers/deliver.ts';
import { gatherDue } from '../src/workers/gather.ts';
import { startTestNotify } from './support.ts';

const { signal } = new AbortController();

describe('a position in the log', () => {
  it('moves forward only, also when an event of a former epoch is repeated', async () => {
    await using env = await startTestNotify({ send: async () => undefined });
    const advance = (epoch: string, eventId: number) =>
      env.db.tx((tx) => advancePosition(tx, 'notify', { epoch, eventId }));
    expect(await advance('a', 5)).toBe(true);
    expect(await advance('a', 5)).toBe(false);
    expect(await advance('a', 4)).toBe(false);
    expect(await advance('b', 1)).toBe(true);
    expect(await advance('a', 9)).toBe(false);
  });
});

describe('mails of a person', () => {
  it('are written once, when several replicas work at the same time and one of them is slow', async () => {
    const sent: OutgoingMail[] = [];
    await using env = await startTestNotify({ send: async (mail) => void sent.push(mail) });
    await env.miss(1, 101, 102);
    const held = Promise.withResolvers<void>();
    const { getMissedMessages } = env.ctx.messaging;
    const slow = {
      ...env.ctx,
      messaging: {
        getMissedMessages: async (...args: Parameters<typeof getMissedMessages>) => {
          const answer = await getMissedMessages(...args);
          await held.promise;
          return answer;
        },
      },
    };
    const slowReplica = gatherDue(slow, signal);
    await expect.poll(async () => (await gatherDue(env.ctx, signal)).gathered).toBe(false);
    // The claim of the slow replica expires, and another replica finishes the person.
    await env.makeDue();
    expect((await gatherDue(env.ctx, signal)).gathered).toBe(true);
    held.resolve();
    await slowReplica;
    await Promise.all([deliverDue(env.ctx, signal), deliverDue(env.ctx, signal)]);
    expect(sent.map(({ text }) => text.match(/message \d+ to 1/g))).toEqual([
      ['message 101 to 1', 'message 102 to 1'],
    ]);
  });

  it('contain only what is unread when they are written, and follow for messages that come meanwhile', async () => {
    const sent: OutgoingMail[] = [];
    await using env = await startTestNotify({ send: async (mail) => void sent.push(mail) });
    await env.miss(1, 101, 102);
    env.read.add(101);
    await gatherDue(env.ctx, signal);
    await env.miss(1, 103);
    await gatherDue(env.ctx, signal);
    await deliverDue(env.ctx, signal);
    expect(sent.flatMap(({ text }) => text.match(/message \d+/g) ?? []).sort()).toEqual([
      'message 102',
      'message 103',
    ]);
    expect(await env.db.many(sql`select 1 from due_people`)).toEqual([]);
  });
});

describe('a mail', () => {
  it('is sent again with the same Message-ID after a failure, and once it is accepted never again', async () => {
    const ids: string[] = [];
    await using env = await startTestNotify({
      send: async ({ messageId }) => {
        ids.push(messageId);
        if (ids.length === 1) throw new Error('the connection was lost');
      },
    });
    await env.miss(1, 101);
    await gatherDue(env.ctx, signal);
    await deliverDue(env.ctx, signal);
    await deliverDue(env.ctx, signal);
    expect(ids).toHaveLength(1);
    for (const _ of [1, 2]) {
      await env.makeDue();
      await deliverDue(env.ctx, signal);
    }
    expect(ids).toEqual([ids[0], ids[0]]);
    const [row] = await env.db.many(sql`select state, content from mails`);
    expect(row).toEqual({ state: 'accepted', content: null });
  });

  it('whose address is refused ends, and so do later ones to it, but not one that was refused itself', async () => {
    let isAddressRefused = false;
    const tried: string[] = [];
    await using env = await startTestNotify({
      send: async ({ to }) => {
        tried.push(to);
        throw new RefusedMailError('550', { isAddressRefused, cause: undefined });
      },
    });
    for (const messageId of [101, 102, 103]) {
      isAddressRefused = messageId === 102;
      await env.miss(1, messageId);
      await gatherDue(env.ctx, signal);
      await deliverDue(env.ctx, signal);
    }
    expect(tried).toHaveLength(2);
    expect(await env.db.many(sql`select distinct state from mails`)).toEqual([{ state: 'failed' }]);
  });
});
