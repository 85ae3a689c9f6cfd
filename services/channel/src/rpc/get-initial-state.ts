import type { Tx } from '@parley/db';
import type { Scope } from '@parley/directory';
import { type GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/channel/v1/channel';
import { InitialState, InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { jsonObject, type Members, takeShared } from '@parley/registration';
import type { Ctx } from '../context.ts';
import { allFolders, type FolderRow } from '../db/folders.ts';
import { archivedChannelsOf, channelIdsOf, historiesOf } from '../db/histories.ts';
import { type OwnSubscription, ownSubscriptions } from '../db/subscriptions.ts';
import { type UserTopicRow, userTopicsOf } from '../db/user-topics.ts';
import { channelFields } from '../register/channel-fields.ts';
import type { ChannelList } from '../register/channel-list.ts';
import { mutedTopics, userTopics } from '../view/user-topics.ts';

/** The parts of the register response that the client requests. */
type Wanted = {
  subscriptions: boolean;
  channels: boolean;
  defaults: boolean;
  defaultGroups: boolean;
  folders: boolean;
  userTopics: boolean;
  mutedTopics: boolean;
  /** Whether unread counts are requested. `messaging` computes them, and needs the policies of topics for this. */
  unread: boolean;
  subscribers: boolean;
};

/** What one register response needs from the database, read in one snapshot. */
type Read = {
  /** All channels; undefined when no field needs them. */
  list: ChannelList | undefined;
  own: ReadonlyMap<number, OwnSubscription>;
  folders: FolderRow[];
  userTopics: UserTopicRow[];
  /** IDs of archived channels to which the user is subscribed, for clients that do not support archived channels. */
  hiddenChannelIds: number[];
};

/**
 * Returns this service's fields of the register response, and the user's subscription histories (or only the channel IDs, with
 * `withoutHistories`).
 */
export async function getInitialState(
  ctx: Ctx,
  { options, notifications, withoutHistories }: GetInitialStateRequest,
  scope: Scope,
): Promise<GetInitialStateResponse> {
  const wanted = wantedOf(options?.fetchEventTypes ?? [], options?.includeSubscribers ?? '');
  const capabilities = new Set(options?.capabilities ?? []);
  const withArchived = capabilities.has('archived_channels');
  const caller = scope.call.principal ? await scope.caller() : undefined;
  const { value, snapshot } = await ctx.db.snapshot((tx, seen) =>
    Promise.all([
      readAll(ctx, tx, seen, { userId: caller?.userId ?? 0, wanted, withArchived }),
      caller && !withoutHistories ? historiesOf(tx, caller.userId) : [],
      caller && withoutHistories ? channelIdsOf(tx, caller.userId) : [],
    ]),
  );
  const [read, histories, channelIds] = value;

  const needsTopicName = (wanted.userTopics || wanted.mutedTopics) && !capabilities.has('empty_topic_name');
  const emptyTopicName = needsTopicName ? (await scope.settings()).empty_topic_display_name : '';
  const viewer = { caller, own: read.own, withArchived, notifications };
  const members: Members = read.list ? await channelFields(read.list, viewer, wanted, scope) : new Map();
  if (wanted.defaultGroups) members.set('realm_default_stream_groups', []);
  if (wanted.folders) members.set('channel_folders', read.folders);
  if (wanted.userTopics) members.set('user_topics', userTopics(read.userTopics, emptyTopicName));
  if (wanted.mutedTopics) members.set('muted_topics', mutedTopics(read.userTopics, emptyTopicName));
  const taken = takeShared(members, options ?? InitialStateOptions.create());
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: jsonObject(members), snapshot, ...taken }),
    histories,
    channelIds,
    unreadRules: wanted.unread
      ? { topics: read.userTopics, hiddenChannelIds: read.hiddenChannelIds }
      : undefined,
  });
}

function wantedOf(types: readonly string[], includeSubscribers: string): Wanted {
  const has = (type: string) => types.includes(type);
  return {
    subscriptions: has('subscription') || has('subscriptions'),
    channels: has('stream'),
    defaults: has('default_streams'),
    defaultGroups: has('default_stream_groups'),
    folders: has('channel_folders'),
    userTopics: has('user_topic'),
    mutedTopics: has('muted_topics'),
    unread: has('message') && has('update_message_flags'),
    subscribers: includeSubscribers === 'true' || includeSubscribers === 'partial',
  };
}

/** Reads everything for a register response. @param options `userId`: 0 for a spectator */
async function readAll(
  ctx: Ctx,
  tx: Tx,
  snapshot: Promise<Snapshot>,
  { userId, wanted, withArchived }: { userId: number; wanted: Wanted; withArchived: boolean },
): Promise<Read> {
  const needsChannels = wanted.subscriptions || wanted.channels || wanted.defaults;
  const needsSubscribers = wanted.subscriptions && wanted.subscribers && userId !== 0;
  const { plain, withSubscribers } = ctx.channelLists;
  const needsTopics = wanted.userTopics || wanted.mutedTopics || wanted.unread;
  const [list, own, folders, topics, hiddenChannelIds] = await Promise.all([
    needsChannels ? (needsSubscribers ? withSubscribers : plain).read(tx, snapshot) : undefined,
    needsChannels && userId !== 0 ? ownSubscriptions(tx, userId) : new Map(),
    wanted.folders ? allFolders(tx) : [],
    needsTopics ? userTopicsOf(tx, userId) : [],
    wanted.unread && !withArchived ? archivedChannelsOf(tx, userId) : [],
  ]);
  return { list, own, folders, userTopics: topics, hiddenChannelIds };
}
