/**
 * Commands about channels. They are made in the name of an owner of the organization, so that the service `channel`
 * decides and announces the changes like those of people.
 */
import { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import { GetChannelsRequest } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import {
  type Command,
  type CommandLine,
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
      for (const channel of await channelsOf(io, await asOwner(io, call))) yield lineOf(channel);
    },
  },
  'rename-channel': {
    options: ['id', 'name'],
    canDryRun: true,
    summary: 'renames a channel',
    run: (io, options, call) => change(io, options, { newName: options.name!.trim() }, call),
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

/** The fields of an API channel that the commands print. */
type Channel = {
  stream_id: number;
  name: string;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  subscriber_count: number;
};

function lineOf(channel: Channel): Line {
  const { stream_id: id, name, subscriber_count: subscriberCount, is_archived: isArchived } = channel;
  const access = channel.invite_only ? 'private' : channel.is_web_public ? 'web-public' : 'public';
  const state = isArchived ? `${access}, archived` : access;
  return {
    text: [id, name, `${subscriberCount} subscribers`, state].join('\t'),
    json: { channelId: id, name, access, subscriberCount, isArchived },
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
  const owner = await asOwner(io, call);
  const before = (await channelsOf(io, owner)).find(({ stream_id: id }) => id === channelId);
  if (!before) throw new UsageError(`There is no channel ${channelId}.`);
  const after = { ...before, name: newName ?? before.name, is_archived: isArchived ?? before.is_archived };
  const [from, to] = [lineOf(before), lineOf(after)];
  const isSame = from.text === to.text;
  if (!dryRun && !isSame) {
    const request = UpdateChannelRequest.create({ channelId, newName, isArchived });
    await serviceOf(io).updateChannel(request, owner);
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

async function channelsOf(io: CommandLine, call: Call): Promise<Channel[]> {
  const { streamsJson } = await serviceOf(io).getChannels(
    GetChannelsRequest.create({ includeAll: true }),
    call,
  );
  return JSON.parse(streamsJson.toString()) as Channel[];
}

/** Returns a call in the name of the owner with the lowest ID. */
async function asOwner({ client }: CommandLine, call: Call): Promise<Call> {
  for (let afterUserId = 0; ; ) {
    const { accounts } = await client.listAccounts({ afterUserId }, call);
    const owner = accounts.find(({ role, isActive, isBot }) => role === roles.owner && isActive && !isBot);
    if (owner) return { ...call, principal: { userId: owner.userId } };
    if (accounts.length === 0) throw new UsageError('There is no organization with an owner yet.');
    afterUserId = accounts.at(-1)!.userId;
  }
}
