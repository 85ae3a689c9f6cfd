import { type Visitor, visitor } from '@parley/core';
import type { SnapshotTx } from '@parley/db';
import type { Scope, User } from '@parley/facts';
import { type GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/channel/v1/channel';
import { InitialState, InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { jsonObject, type Members, takeShared } from '@parley/registration';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { allFolders, type FolderRow } from '../db/folders.ts';
import { archivedChannelsOf, channelIdsOf, historiesOf } from '../db/histories.ts';
import { type OwnSubscription, ownSubscriptions } from '../db/subscriptions.ts';
import { type UserTopicRow, userTopicsOf } from '../db/user-topics.ts';
import { channelFields, visibleChannelIds } from '../register/channel-fields.ts';
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
  own: ReadonlyMap<ChannelId, OwnSubscription>;
  folders: FolderRow[];
  userTopics: UserTopicRow[];
  /** IDs of archived channels to which the user is subscribed, for clients that do not support archived channels. */
  hiddenChannelIds: ChannelId[];
};

/**
 * Returns this service's fields of the register response, and the user's subscription histories (or only the channel IDs, with
 * `withoutHistories`). Visitors get the channels that they may read, and their folders.
 * @throws UNAUTHORIZED for a visitor when the organization does not admit visitors
 */
export async function getInitialState(
  ctx: Ctx,
  { options, notifications, withoutHistories }: GetInitialStateRequest,
  scope: Scope,
): Promise<GetInitialStateResponse> {
  const wanted = wantedOf(options?.fetchEventTypes ?? [], options?.includeSubscribers ?? '');
  const capabilities = new Set(options?.capabilities ?? []);
  const withArchived = capabilities.has('archived_channels');
  const reader = await scope.confirmed((facts) => facts.reader());
  const { value, snapshot } = await ctx.db.snapshot(
    (tx, seen) =>
      Promise.all([
        readAll(ctx, tx, seen, { reader, wanted, withArchived }),
        reader !== visitor && !withoutHistories ? historiesOf(tx, reader.userId) : [],
        reader !== visitor && withoutHistories ? channelIdsOf(tx.small, reader.userId) : [],
      ]),
    // Only the list of channels, which registrations share, is read in several steps.
    { inOneTurn: reader !== visitor && !needsChannels(wanted) },
  );
  const [read, histories, channelIds] = value;

  const needsTopicName = (wanted.userTopics || wanted.mutedTopics) && !capabilities.has('empty_topic_name');
  const emptyTopicName = needsTopicName ? (await scope.settings()).empty_topic_display_name : '';
  const viewer = { reader, own: read.own, withArchived, notifications };
  const members: Members = read.list ? await channelFields(read.list, viewer, wanted, scope) : new Map();
  if (wanted.defaultGroups) members.set('realm_default_stream_groups', []);
  if (wanted.folders) members.set('channel_folders', await visibleFolders(read, viewer, scope));
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

const needsChannels = ({ subscriptions, channels, defaults }: Wanted): boolean =>
  subscriptions || channels || defaults;

/** Returns the folders that the reader may see. Visitors see only those of channels that they may read. */
async function visibleFolders(
  { list, folders }: Read,
  viewer: Parameters<typeof visibleChannelIds>[1],
  scope: Scope,
): Promise<FolderRow[]> {
  if (viewer.reader !== visitor || !list) return folders;
  const visible = await visibleChannelIds(list, viewer, scope);
  const shown = new Set(Array.from(visible, (id) => list.channels.get(id)?.row.folderId));
  return folders.filter(({ id }) => shown.has(id));
}

/** Reads everything for a register response. */
async function readAll(
  ctx: Ctx,
  tx: SnapshotTx,
  snapshot: Promise<Snapshot>,
  options: { reader: User | Visitor; wanted: Wanted; withArchived: boolean },
): Promise<Read> {
  const { reader, wanted, withArchived } = options;
  const { plain, withSubscribers } = ctx.channelLists;
  if (reader === visitor) {
    const [list, folders] = await Promise.all([
      needsChannels(wanted) || wanted.folders ? plain.read(tx, snapshot) : undefined,
      wanted.folders ? allFolders(tx.small) : [],
    ]);
    return { list, own: new Map(), folders, userTopics: [], hiddenChannelIds: [] };
  }
  const { userId } = reader;
  const needsSubscribers = wanted.subscriptions && wanted.subscribers;
  const needsTopics = wanted.userTopics || wanted.mutedTopics || wanted.unread;
  const [list, own, folders, topics, hiddenChannelIds] = await Promise.all([
    needsChannels(wanted) ? (needsSubscribers ? withSubscribers : plain).read(tx, snapshot) : undefined,
    needsChannels(wanted) ? ownSubscriptions(tx, userId) : new Map(),
    wanted.folders ? allFolders(tx.small) : [],
    needsTopics ? userTopicsOf(tx.small, userId) : [],
    wanted.unread && !withArchived ? archivedChannelsOf(tx.small, userId) : [],
  ]);
  return { list, own, folders, userTopics: topics, hiddenChannelIds };
}
