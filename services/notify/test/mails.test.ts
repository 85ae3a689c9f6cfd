import { visitor } from '@parley/core';
import { sql } from '@parley/db';
import type { Scope } from '@parley/facts';
import { createTestFactCache } from '@parley/facts/testing';
import { NotificationSettings, User } from '@parley/proto/events/v1/facts';
import { testCall } from '@parley/rpc/testing';
import { describe, expect, it } from 'vitest';
import { advancePosition } from '../src/db/log-positions.ts';
import type { OutgoingMail } from '../src/domain/mail.ts';
import { RefusedMailError } from '../src/mail/transport.ts';
import { queueMail } from '../src/rpc/queue-mail.ts';
import { deliverDue } from '../src/workers/deliver.ts';
import { gatherDue } from '../src/workers/gather.ts';
import { whileActive } from '../src/workers/index.ts';
import { startTestNotify } from './support.ts';

const { signal } = new AbortController();

describe('a position in the log', () => {
  it('never moves back, also when an event of a former epoch is repeated', async () => {
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
  it('are written once, even when several replicas work concurrently and one of them is slow', async () => {
    const sent: OutgoingMail[] = [];
    await using env = await startTestNotify({ send: async (mail) => void sent.push(mail) });
    await env.miss(1, 101, 102);
    const held = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    const { findMissedMessages } = env.ctx.messaging;
    const slow = {
      ...env.ctx,
      messaging: {
        ...env.ctx.messaging,
        findMissedMessages: async (...args: Parameters<typeof findMissedMessages>) => {
          const answer = await findMissedMessages(...args);
          claimed.resolve();
          await held.promise;
          return answer;
        },
      },
    };
    const slowReplica = gatherDue(slow, signal);
    await claimed.promise;
    expect((await gatherDue(env.ctx, signal)).gathered).toBe(false);
    // The claim of the slow replica ends, so another replica writes the person's mails.
    await env.makeDue();
    expect((await gatherDue(env.ctx, signal)).gathered).toBe(true);
    held.resolve();
    await slowReplica;
    await Promise.all([deliverDue(env.ctx, signal), deliverDue(env.ctx, signal)]);
    expect(sent.map(({ text }) => text.match(/message \d+ to 1/g))).toEqual([
      ['message 101 to 1', 'message 102 to 1'],
    ]);
  });

  it('contain only messages that are unread when they are written; later messages get another mail', async () => {
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

  it.each([
    ['has paused notifications', { pausedUntil: Math.floor(Date.now() / 1000) + 3_600 }],
    ['has a quiet day', { quietDays: 127 }],
  ])('wait while the person %s, and are written afterwards', async (_name, settings) => {
    const sent: OutgoingMail[] = [];
    await using env = await startTestNotify({ send: async (mail) => void sent.push(mail) }, { settings });
    await env.miss(1, 101);
    await gatherDue(env.ctx, signal);
    await deliverDue(env.ctx, signal);
    expect(sent).toEqual([]);
    // The person may end the quiet time, so they are looked at again soon.
    const { minutes } = await env.db.one<{ minutes: number }>(
      sql`select (extract(epoch from due_at - now()) / 60)::float8 as minutes from due_people`,
    );
    expect(minutes).toBeGreaterThan(5);
    expect(minutes).toBeLessThanOrEqual(31);
    await env.makeDue();
    const over = {
      ...env.ctx,
      factCache: createTestFactCache({
        users: new Map([
          [1, User.fromPartial({ userId: 1, deliveryEmail: 'p1@test.example', isActive: true })],
        ]),
        settings: { name: 'Test' },
        groups: new Map(),
        notificationSettings: new Map([
          [1, NotificationSettings.fromPartial({ userId: 1, mentionEmail: true, language: 'en' })],
        ]),
      }),
    };
    await gatherDue(over, signal);
    await deliverDue(env.ctx, signal);
    expect(sent.length).toBe(1);
  });
});

describe('a mail', () => {
  it('is sent again with the same Message-ID after a failure, and never again once it is accepted', async () => {
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

  it('are written when they are sent: messages that were deleted, read or taken away in the meantime are not in them', async () => {
    const sent: OutgoingMail[] = [];
    let isDown = true;
    await using env = await startTestNotify({
      send: async (mail) => {
        if (isDown) throw new Error('the connection was lost');
        sent.push(mail);
      },
    });
    await env.miss(1, 101, 102);
    await env.miss(2, 103);
    await gatherDue(env.ctx, signal);
    const stored = await env.db.many<{ row: string }>(sql`select mails::text as row from mails`);
    expect(stored).toHaveLength(2);
    for (const { row } of stored) expect(row).not.toContain('message 10');
    await deliverDue(env.ctx, signal);
    for (const id of [101, 103]) env.read.add(id);
    isDown = false;
    await env.makeDue();
    await deliverDue(env.ctx, signal);
    expect(sent.map(({ to }) => to)).toEqual(['p1@test.example']);
    expect(sent[0]!.text).toContain('message 102');
    expect(sent[0]!.text).not.toContain('message 101');
    expect(await env.db.many(sql`select state, report from mails`)).toEqual([
      { state: 'accepted', report: null },
    ]);
  });

  it('to a refused address ends, and so do later mails to that address, but a refusal of the mail itself ends only the mail', async () => {
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

describe('a mail of another service', () => {
  const scope = { call: testCall() } as Scope;
  const request = {
    key: 'user-admin-7',
    to: 'p1@test.example',
    subject: 'Reset',
    text: 'https://chat.example/secret',
    userId: 0,
  };

  it('is stored once for its key, encrypted, and sent before mails about messages', async () => {
    const sent: OutgoingMail[] = [];
    await using env = await startTestNotify({ send: async (mail) => void sent.push(mail) });
    await env.miss(1, 101);
    await gatherDue(env.ctx, signal);
    await Promise.all([queueMail(env.ctx, request, scope), queueMail(env.ctx, request, scope)]);
    const rows = await env.db.many<{ sealed: Buffer | null }>(
      sql`select sealed from mails order by sealed is not null`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.map(({ sealed }) => sealed?.toString('latin1').includes('secret'))).toEqual([
      undefined,
      false,
    ]);
    // Mails are sent concurrently, so their order is visible only with a limit of one mail per minute.
    await deliverDue({ ...env.ctx, mailsPerMinute: 1 }, signal);
    expect(sent.map(({ subject }) => subject)).toEqual(['Reset']);
    await queueMail(env.ctx, request, scope);
    await deliverDue(env.ctx, signal);
    expect(sent.map(({ subject }) => subject)).toEqual(['Reset', 'Direct messages with P20']);
    expect(sent[0]).toMatchObject({
      to: request.to,
      text: request.text,
      messageId: '<user-admin-7@chat.example>',
    });
    expect(await env.db.many(sql`select sealed, content from mails where state = 'accepted'`)).toEqual([
      { sealed: null, content: null },
      { sealed: null, content: null },
    ]);
  });

  it('goes to an address that was refused before, unlike a mail about messages', async () => {
    const tried: string[] = [];
    await using env = await startTestNotify({
      send: async ({ subject }) => {
        tried.push(subject);
        throw new RefusedMailError('550', { isAddressRefused: true, cause: undefined });
      },
    });
    for (const key of ['a', 'b']) {
      await queueMail(env.ctx, { ...request, key }, scope);
      await deliverDue(env.ctx, signal);
    }
    await env.miss(1, 101);
    await gatherDue(env.ctx, signal);
    await deliverDue(env.ctx, signal);
    expect(tried).toEqual(['Reset', 'Reset']);
  });

  it('is refused for persons and visitors', async () => {
    await using env = await startTestNotify({ send: async () => undefined });
    for (const principal of [{ userId: 1 }, visitor] as const) {
      const call = testCall({ principal });
      await expect(queueMail(env.ctx, request, { call } as Scope)).rejects.toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
      });
    }
  });
});

describe('a limited number of mails per minute', () => {
  it('applies to all replicas together, also after a pause, and lets mails about accounts go first', async () => {
    const sent: string[] = [];
    await using env = await startTestNotify({ send: async ({ subject }) => void sent.push(subject) });
    // PARLEY_MAIL_PER_MINUTE sets this value in a real configuration.
    const ctx = { ...env.ctx, mailsPerMinute: 60 };
    const scope = { call: testCall() } as Scope;
    const round = async () => {
      sent.length = 0;
      const begun = performance.now();
      await Promise.all([deliverDue(ctx, signal), deliverDue(ctx, signal)]);
      return { count: sent.length, most: 7 + (performance.now() - begun) / 1_000 };
    };
    /** Moves the time of the next slot back, as if a number of seconds had passed. */
    const pass = (seconds: number) =>
      env.db.execute(sql`update mail_rate set next_at = next_at - make_interval(secs => ${seconds})`);
    for (let messageId = 101; messageId <= 140; messageId++) {
      await env.miss(1, messageId);
      await gatherDue(ctx, signal);
    }
    const turns = () =>
      env.db.one<{ at: number }>(sql`
      select extract(epoch from next_at)::float8 as at from mail_rate`);
    // Unused slots of five seconds remain usable, and slots are 1.1 s apart. More slots come while the round lasts.
    const first = await round();
    expect(first.count).toBeGreaterThanOrEqual(5);
    expect(first.count).toBeLessThanOrEqual(first.most);
    await pass(600);
    await queueMail(
      ctx,
      { key: 'a', to: 'p1@test.example', subject: 'Reset', text: 'text', userId: 0 },
      scope,
    );
    const second = await round();
    expect(second.count).toBeGreaterThanOrEqual(5);
    expect(second.count).toBeLessThanOrEqual(second.most);
    // Mails are sent concurrently, so another mail may be sent before this one.
    expect(sent).toContain('Reset');
    // No slot is used when there is no mail.
    await pass(600);
    await env.db.execute(sql`delete from mails where state <> 'accepted'`);
    const before = await turns();
    expect((await round()).count).toBe(0);
    expect(await turns()).toEqual(before);
  });

  it('does not exist by default', async () => {
    const sent: string[] = [];
    await using env = await startTestNotify({ send: async ({ subject }) => void sent.push(subject) });
    for (let messageId = 101; messageId <= 120; messageId++) {
      await env.miss(1, messageId);
      await gatherDue(env.ctx, signal);
    }
    await deliverDue(env.ctx, signal);
    expect(sent).toHaveLength(20);
  });
});

describe('a deactivated organization', () => {
  it('keeps pending mails, and sends them after its reactivation', async () => {
    const sent: OutgoingMail[] = [];
    await using env = await startTestNotify({ send: async (mail) => void sent.push(mail) });
    await env.miss(1, 101);
    await gatherDue(env.ctx, signal);
    let isDeactivated = true;
    const { factCache } = env.ctx;
    const ctx = {
      ...env.ctx,
      factCache: {
        ...factCache,
        organization: async (lookup: Parameters<typeof factCache.organization>[0]) => ({
          ...(await factCache.organization(lookup)),
          isDeactivated,
        }),
      },
    };
    const deliver = whileActive(ctx, (stop) => deliverDue(ctx, stop));
    expect(await deliver(signal)).toBe(false);
    expect(sent).toEqual([]);
    isDeactivated = false;
    await deliver(signal);
    expect(sent).toHaveLength(1);
  });
});
