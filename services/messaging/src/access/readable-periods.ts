import { errors, type Visitor, visitor } from '@parley/core';
import type { Channel, Scope, User } from '@parley/facts';
import type { ChannelId, MessageId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findChannelIds } from '../db/messages.ts';
import { type Period, readablePeriods, type Visibility } from '../domain/reading/visibility.ts';
import { loadReader, type ReaderOf } from './reader.ts';

/** Permissions of a private channel whose holders may subscribe, and therefore read, without being added by others. */
const subscribePermissions = ['can_subscribe_group', 'can_add_subscribers_group'];

/** Ranges of message IDs, including those that a permission of the channel opens. */
export async function findReadablePeriods(
  reader: ReaderOf<User | Visitor>,
  channel: Channel,
  scope: Scope,
): Promise<readonly Period[]> {
  const periods = readablePeriods(reader, channel);
  if (!channel.inviteOnly || reader.user === visitor) return periods;
  for (const name of subscribePermissions) {
    const setting = channel.groupSettings[name];
    if (setting && (await scope.groups.isMember(setting, reader.user))) {
      return readablePeriods(reader, channel, true);
    }
  }
  return periods;
}

/** @throws BAD_REQUEST when the caller may read nothing there */
export const requireReadablePeriods = (channelId: ChannelId, scope: Scope): Promise<readonly Period[]> =>
  scope.confirmed(async (facts) => {
    const reader = await loadReader(await facts.caller(), facts);
    const channel = await facts.channels.get(channelId);
    const readable = channel ? await findReadablePeriods(reader, channel, facts) : [];
    if (readable.length > 0) return readable;
    throw errors.badRequest('Invalid channel ID');
  });

/** Finds the periods that the reader may read in some channels. Leaves out channels of which the reader may read nothing. */
export async function loadVisibilityOfChannels(
  reader: ReaderOf<User | Visitor>,
  channels: readonly Channel[],
  scope: Scope,
): Promise<Visibility> {
  const entries = await Promise.all(
    channels.map(
      async (channel) => [channel.channelId, await findReadablePeriods(reader, channel, scope)] as const,
    ),
  );
  return new Map(entries.filter(([, periods]) => periods.length > 0));
}

/** Finds the periods that the reader may read in the channels of some messages, for requests that name messages by ID. */
export async function loadVisibilityOfMessages(
  ctx: Ctx,
  reader: ReaderOf<User | Visitor>,
  messageIds: readonly MessageId[],
  scope: Scope,
): Promise<Visibility> {
  const channels = await scope.channels.many(await findChannelIds(ctx.db, messageIds));
  return await loadVisibilityOfChannels(reader, [...channels.values()], scope);
}
