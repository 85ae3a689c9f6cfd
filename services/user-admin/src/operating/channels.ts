/** They act on behalf of an owner, so `channel` checks and announces their changes like those of people. */
import { lastItem } from '@parley/core';
import { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import type { ListedChannel } from '@parley/proto/channel/v1/operators';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import {
  type Command,
  type CommandLine,
  given,
  isDryRun,
  type Line,
  numberOf,
  type Options,
  UsageError,
} from './command.ts';

export const channelCommands: Readonly<Record<string, Command>> = {
  'list-channels': {
    options: [],
    summary: 'lists channels with their access, number of subscribers and state',
    async *run(io, _options, call) {
      const { channels } = await serviceOf(io).listChannels({}, call);
      for (const channel of channels) yield lineOf(channel);
    },
  },
  'rename-channel': {
    options: ['id', 'name'],
    canDryRun: true,
    summary: 'renames a channel',
    run: (io, options, call) => change(io, options, { newName: given(options, 'name').trim() }, call),
  },
  'archive-channel': {
    options: ['id'],
    canDryRun: true,
    summary: 'archives a channel: nobody can write in it, and its messages stay',
    run: (io, options, call) => change(io, options, { isArchived: true }, call),
  },
  'unarchive-channel': {
    options: ['id'],
    canDryRun: true,
    summary: 'takes a channel out of the archive',
    run: (io, options, call) => change(io, options, { isArchived: false }, call),
  },
};

function lineOf(channel: ListedChannel): Line {
  const { channelId, name, subscriberCount, isArchived } = channel;
  const access = channel.isPrivate ? 'private' : channel.isWebPublic ? 'web-public' : 'public';
  const state = isArchived ? `${access}, archived` : access;
  return {
    text: [channelId, name, `${subscriberCount} subscribers`, state].join('\t'),
    json: { channelId, name, access, subscriberCount, isArchived },
  };
}

type Change = { newName?: string; isArchived?: boolean };

async function* change(
  io: CommandLine,
  options: Options,
  { newName, isArchived }: Change,
  call: Call,
): AsyncIterable<Line> {
  const dryRun = isDryRun(options);
  const channelId = numberOf(options.id, 0);
  const { channels } = await serviceOf(io).listChannels({}, call);
  const before = channels.find((channel) => channel.channelId === channelId);
  if (!before) throw new UsageError(`There is no channel ${channelId}.`);
  const after = { ...before, name: newName ?? before.name, isArchived: isArchived ?? before.isArchived };
  const [from, to] = [lineOf(before), lineOf(after)];
  const isSame = from.text === to.text;
  if (!dryRun && !isSame) {
    const request = UpdateChannelRequest.create({ channelId, newName, isArchived });
    await serviceOf(io).updateChannel(request, await asOwner(io, call));
  }
  const text = `${dryRun ? 'Would change' : 'Changed'}: ${from.text} → ${to.text}`;
  yield {
    text: isSame ? `No change: ${to.text}` : text,
    json: { before: from.json, after: to.json, dryRun },
  };
}

function serviceOf({ channels }: CommandLine) {
  if (!channels) throw new UsageError('PARLEY_CHANNEL_ADDRESSES must say where the service channel is.');
  return channels;
}

/** Returns a call on behalf of the active owner with the lowest ID. @throws UsageError when there is no owner */
async function asOwner({ client }: CommandLine, call: Call): Promise<Call> {
  for (let afterUserId = 0; ; ) {
    const { accounts } = await client.listAccounts({ afterUserId }, call);
    const owner = accounts.find(({ role, isActive, isBot }) => role === roles.owner && isActive && !isBot);
    if (owner) return { ...call, principal: { userId: owner.userId } };
    if (accounts.length === 0) throw new UsageError('There is no organization with an owner yet.');
    afterUserId = lastItem(accounts).userId;
  }
}
