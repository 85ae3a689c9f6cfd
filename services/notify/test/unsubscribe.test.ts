import { sql } from '@parley/db';
import type { Scope } from '@parley/facts';
import { personOf } from '@parley/rpc';
import { testCall } from '@parley/rpc/testing';
import { expect, it } from 'vitest';
import { unsubscribeToken } from '../src/domain/unsubscribe-token.ts';
import { unsubscribeMails } from '../src/rpc/unsubscribe-mails.ts';
import { startTestNotify } from './support.ts';

it('an unsubscribe link turns off the mails of channels with their own setting, and discards pending mails', async () => {
  await using env = await startTestNotify({ send: async () => undefined });
  await env.miss(1, 101);
  await env.miss(2, 101);
  const changed: unknown[] = [];
  const ctx = {
    ...env.ctx,
    channel: {
      ...env.ctx.channel,
      findMailedChannels: async () => ({ channelIds: [10] }),
      changeSubscriptionSettings: async (
        ...[{ settings }, call]: Parameters<typeof env.ctx.channel.changeSubscriptionSettings>
      ) => {
        changed.push([personOf(call)?.userId, settings]);
        return {};
      },
    },
  };
  const scope = { call: testCall() } as Scope;
  await unsubscribeMails(ctx, { token: unsubscribeToken(1, ctx.secretKey) }, scope);
  const value = { $case: 'flag', flag: false };
  expect(changed).toEqual([[1, [{ channelId: 10, property: 'email_notifications', value }]]]);
  expect(await env.db.many(sql`select user_id as "userId" from missed_messages`)).toEqual([{ userId: 2 }]);
});
