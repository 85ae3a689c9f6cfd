/** Writes a planned change of a channel and emits its events in the same transaction. */
import { errors } from '@parley/core';
import { emitAll, type Tx, uniqueViolation } from '@parley/db';
import { type ChannelRow, defaultChannels, lockChannel, updateChannel } from '../db/channels.ts';
import { lockFolder } from '../db/folders.ts';
import { activeSubscriptions, subscriberIdsOf, takeBoundary } from '../db/subscriptions.ts';
import { channelChanged, type Returning } from '../events/channel-changed.ts';
import { defaultChannelsChanged } from '../events/default-channels.ts';
import { maxListedSubscribers } from '../events/subscriptions-added.ts';
import type { ChangePlan } from './plan-change.ts';

/** @returns undefined, with nothing written, when the channel has changed since the plan, or its folder is missing or archived */
export async function applyChange(
  tx: Tx,
  { before, change, transition, ruleOf, callerId }: ChangePlan,
  traceparent: string | undefined,
): Promise<ChannelRow | undefined> {
  // Takes the order lock. Subscriptions change under this lock, so the channel's subscribers and viewers stay as they are.
  await takeBoundary(tx);
  const current = await lockChannel(tx, before.channelId);
  if (current?.revision !== before.revision) return undefined;
  if (Object.keys(change).length === 0) return current;
  const after = { ...current, ...change };
  const entersFolder = change.folderId !== undefined || change.isArchived === false;
  if (entersFolder && after.folderId !== null) {
    const folder = await lockFolder(tx, after.folderId);
    if (!folder || folder.is_archived) return undefined;
  }
  const row = await updateChannel(tx, current.channelId, after);
  const subscriberIds = transition.reveals ? await subscriberIdsOf(tx, row.channelId) : [];
  const returning = current.isArchived && !row.isArchived ? await returningSubscribers(tx, row) : undefined;
  const changed = { before: current, row, transition, actorId: callerId, subscriberIds, returning };
  const events = channelChanged(changed, ruleOf, traceparent);
  if (change.isDefault !== undefined) {
    const channelIds = (await defaultChannels(tx)).map(({ channelId }) => channelId);
    // One event of a change carries the former channel, from which the notices about the change are made.
    const previous = events.length === 0 ? current : undefined;
    events.push(defaultChannelsChanged({ row, previous, actorId: callerId, channelIds }, traceparent));
  }
  await emitAll(tx, events);
  return row;
}

async function returningSubscribers(tx: Tx, { channelId, subscriberCount }: ChannelRow): Promise<Returning> {
  const joined = await activeSubscriptions(tx, channelId);
  const isListed = subscriberCount <= maxListedSubscribers;
  return { joined, subscriberIds: isListed ? joined.map(({ userId }) => userId) : undefined };
}

/** Returns BAD_REQUEST when the error is a unique violation of the channel's name. Returns any other error unchanged. */
export function refusalOfTakenName(error: unknown): unknown {
  return uniqueViolation(error) === 'channels_name_key_unique'
    ? errors.badRequest('Channel name already in use.')
    : error;
}
