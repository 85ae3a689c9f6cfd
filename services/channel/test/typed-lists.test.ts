import { createScope } from '@parley/facts';
import { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import { ChangeSubscriptionSettingsRequest } from '@parley/proto/channel/v1/personal';
import { backgroundCall } from '@parley/rpc';
import { expect, it } from 'vitest';
import { findMailedChannels } from '../src/rpc/find-mailed-channels.ts';
import { listChannels } from '../src/rpc/list-channels.ts';
import { changeSubscriptionSettings } from '../src/rpc/subscriptions/change-subscription-settings.ts';
import { subscribe } from '../src/rpc/subscriptions/subscribe.ts';
import { scopeOf, startChannel } from './support.ts';

it('lists all channels to operators, and the channels with mails to the service that sends them', async () => {
  await using env = await startChannel();
  const { ctx, organization } = env;
  const owner = organization.add('owner');
  const alice = organization.add('member');
  const join = (name: string, inviteOnly: boolean) =>
    subscribe(
      ctx,
      SubscribeRequest.fromPartial({
        subscriptions: [{ name }],
        principalUserIds: [owner.userId, alice.userId],
        inviteOnly,
      }),
      scopeOf(ctx, owner),
    );
  await join('open', false);
  await join('closed', true);
  const operator = createScope(ctx.factCache, backgroundCall({ timeoutMs: 30_000 }));
  const { channels } = await listChannels(ctx, {}, operator);
  expect(channels).toEqual([
    {
      channelId: expect.any(Number),
      name: 'open',
      isPrivate: false,
      isWebPublic: false,
      isArchived: false,
      subscriberCount: 2,
    },
    expect.objectContaining({ name: 'closed', isPrivate: true }),
  ]);
  await expect(listChannels(ctx, {}, scopeOf(ctx, owner))).rejects.toMatchObject({
    code: 'UNAUTHORIZED_PRINCIPAL',
  });

  const setMails = (channelId: number, flag: boolean) =>
    changeSubscriptionSettings(
      ctx,
      ChangeSubscriptionSettingsRequest.fromPartial({
        settings: [{ channelId, property: 'email_notifications', value: { $case: 'flag', flag } }],
      }),
      scopeOf(ctx, alice),
    );
  const [open, closed] = channels.map(({ channelId }) => channelId);
  await setMails(open!, false);
  await setMails(closed!, true);
  const mailed = async (user: typeof alice) =>
    (await findMailedChannels(ctx, {}, scopeOf(ctx, user))).channelIds;
  expect(await mailed(alice)).toEqual([closed]);
  expect(await mailed(owner)).toEqual([]);
});
