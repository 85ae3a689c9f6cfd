import { errors, errorText } from '@parley/core';
import { emitAll } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  ChangeSubscriptionSettingsRequest,
  ChangeSubscriptionSettingsResponse,
} from '@parley/proto/channel/v1/personal';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { changePersonalSettings, type PersonalSettings } from '../../db/subscriptions.ts';
import { parseSetting } from '../../domain/subscription-setting.ts';
import { subscriptionUpdated } from '../../events/subscription-updated.ts';

const maxSettings = 10_000;

/** Sorts changes by channel ID. All requests lock rows in this order, so that they cannot deadlock. */
const inOrder = (changes: ReadonlyMap<ChannelId, Partial<PersonalSettings>>) =>
  [...changes].sort(([a], [b]) => a - b).map(([channelId, change]) => ({ channelId, change }));

/** All or none (docs/api/channels.md#subscription-settings). */
export async function changeSubscriptionSettings(
  ctx: Ctx,
  { settings }: ChangeSubscriptionSettingsRequest,
  scope: Scope,
): Promise<ChangeSubscriptionSettingsResponse> {
  ctx.writeGuard.check();
  if (settings.length > maxSettings) throw errors.badRequest('Too many settings at once.');
  const parsed = settings.map(parseSetting);
  const { userId } = await scope.confirmed((deciding) => deciding.caller());
  const changes = new Map<ChannelId, Partial<PersonalSettings>>();
  for (const { channelId, change } of parsed)
    changes.set(channelId, { ...changes.get(channelId), ...change });
  await ctx.db.tx(async (tx) => {
    const changed = new Set(await changePersonalSettings(tx, userId, inOrder(changes)));
    const missing = [...changes.keys()].find((channelId) => !changed.has(channelId));
    if (missing !== undefined)
      throw errors.badRequest(errorText('Not subscribed to channel ID {channelId}', { channelId: missing }));
    await emitAll(
      tx,
      parsed.flatMap((setting) => subscriptionUpdated(userId, setting, scope.call.traceparent)),
    );
  });
  return {};
}
