import type { Tx } from '@parley/db';
import type { Scope, User } from '@parley/directory';
import { type GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/channel/v1/channel';
import { InitialState } from '@parley/proto/common/v1/initial_state';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { Ctx } from '../context.ts';
import { allChannels, type RelatedChannel } from '../db/channels.ts';
import { allFolders, type FolderRow } from '../db/folders.ts';
import { archivedChannelsOf, historiesOf } from '../db/histories.ts';
import { type SubscriptionRow, subscriberLists, subscriptionsOf } from '../db/subscriptions.ts';
import { type UserTopicRow, userTopicsOf } from '../db/user-topics.ts';
import { isGuest, maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';
import { channelJson, plainSettings, postingRuleOf, type RuleOf } from '../view/channel-json.ts';
import {
  neverSubscribedText,
  type SubscriberLists,
  subscriptionText,
  withOwn,
} from '../view/subscription-text.ts';
import { mutedTopics, userTopics } from '../view/user-topics.ts';

/** The parts of the register response that the client asks for. */
type Wanted = {
  subscriptions: boolean;
  channels: boolean;
  defaults: boolean;
  defaultGroups: boolean;
  folders: boolean;
  userTopics: boolean;
  mutedTopics: boolean;
  /** Unread counts, which `messaging` computes, depend on topics. */
  unread: boolean;
  subscribers: boolean;
};

/** Everything that one register response needs from the tables of this service, read in one snapshot. */
type Read = {
  channels: RelatedChannel[];
  subscriptions: SubscriptionRow[];
  lists: SubscriberLists;
  folders: FolderRow[];
  userTopics: UserTopicRow[];
  /** The user's archived channels, when the client does not support archived channels. */
  hiddenChannelIds: number[];
};

/** Returns this service's part of the register response. It always contains the user's subscription histories. */
export async function getInitialState(
  ctx: Ctx,
  { options, notifications }: GetInitialStateRequest,
  scope: Scope,
): Promise<GetInitialStateResponse> {
  const wanted = wantedOf(options?.fetchEventTypes ?? [], options?.includeSubscribers ?? '');
  const capabilities = new Set(options?.capabilities ?? []);
  const withArchived = capabilities.has('archived_channels');
  const caller = scope.call.principal ? await scope.caller() : undefined;
  const { value, snapshot } = await ctx.db.snapshot(async (tx) => ({
    read: await readAll(tx, caller?.userId ?? 0, wanted, withArchived),
    histories: caller ? await historiesOf(tx, caller.userId) : [],
  }));
  const { read, histories } = value;

  const unrelated = read.channels.filter((row) => row.isPrivate && !row.isSubscribed);
  const standingIn = await standings(caller, unrelated, metadataSettings, scope);
  const visible = read.channels.filter((row) => maySeeMetadata(caller, row, standingIn(row)));
  const shown: Shown = { caller, read, visible, ruleOf: await postingRuleOf(scope), notifications };
  const needsTopicName = (wanted.userTopics || wanted.mutedTopics) && !capabilities.has('empty_topic_name');
  const emptyTopicName = needsTopicName ? (await scope.settings()).empty_topic_display_name : '';
  const members: Member[] = [
    ...(wanted.subscriptions ? subscriptionMembers(shown) : []),
    ...(wanted.channels ? [channelsMember(shown)] : []),
    ...(wanted.defaults ? [defaultsMember(shown)] : []),
    ...(wanted.defaultGroups ? [['realm_default_stream_groups', '[]'] as const] : []),
    ...(wanted.folders ? [member('channel_folders', read.folders)] : []),
    ...(wanted.userTopics ? [member('user_topics', userTopics(read.userTopics, emptyTopicName))] : []),
    ...(wanted.mutedTopics ? [member('muted_topics', mutedTopics(read.userTopics, emptyTopicName))] : []),
  ];
  const fields = members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',');
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: Buffer.from(`{${fields}}`), snapshot }),
    histories,
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

async function readAll(tx: Tx, userId: number, wanted: Wanted, withArchived: boolean): Promise<Read> {
  const needsChannels = wanted.subscriptions || wanted.channels || wanted.defaults;
  const channels = needsChannels ? await allChannels(tx, userId, { withArchived }) : [];
  const subscriptions = wanted.subscriptions
    ? await subscriptionsOf(tx, userId, { withArchived, withLeft: true })
    : [];
  const needsTopics = wanted.userTopics || wanted.mutedTopics || wanted.unread;
  const needsLists = wanted.subscriptions && wanted.subscribers && userId !== 0;
  return {
    channels,
    subscriptions,
    lists: needsLists
      ? await subscriberLists(
          tx,
          channels.map((row) => row.channelId),
        )
      : undefined,
    folders: wanted.folders ? await allFolders(tx) : [],
    userTopics: needsTopics ? await userTopicsOf(tx, userId) : [],
    hiddenChannelIds: wanted.unread && !withArchived ? await archivedChannelsOf(tx, userId) : [],
  };
}

/** A member of the answer: its name and its JSON text. */
type Member = readonly [name: string, json: string];
const member = (name: string, value: unknown): Member => [name, JSON.stringify(value)];

type Shown = {
  /** Undefined for a spectator. */
  caller: User | undefined;
  read: Read;
  /** Channels that the caller may see. */
  visible: readonly RelatedChannel[];
  ruleOf: RuleOf;
  notifications: ChannelNotifications | undefined;
};

function subscriptionMembers({ caller, read, visible, ruleOf, notifications }: Shown): Member[] {
  const isVisible = new Set(visible.map((row) => row.channelId));
  const related = new Set(read.subscriptions.map((row) => row.channelId));
  const text = (row: SubscriptionRow) =>
    subscriptionText(notifications ? withOwn(row, notifications) : row, read.lists, ruleOf);
  const current = caller
    ? read.subscriptions.filter((row) => row.isSubscribed).map(text)
    : visible.map((row) => subscriptionText({ ...row, ...plainSettings }, undefined, ruleOf));
  const left = read.subscriptions.filter((row) => !row.isSubscribed && isVisible.has(row.channelId));
  const never = caller ? visible.filter((row) => !related.has(row.channelId)) : [];
  return [
    ['subscriptions', array(current)],
    ['unsubscribed', array(left.map(text))],
    ['never_subscribed', array(never.map((row) => neverSubscribedText(row, read.lists, ruleOf)))],
  ];
}

const channelsMember = ({ visible, ruleOf }: Shown): Member => [
  'streams',
  array(visible.map((row) => JSON.stringify(channelJson(row, ruleOf)))),
];

/** Guests receive no default channels, because they may not see public channels without a subscription. */
function defaultsMember({ caller, visible }: Shown): Member {
  const ids = visible.filter((row) => row.isDefault && !row.isArchived).map((row) => row.channelId);
  return member('realm_default_streams', caller && !isGuest(caller) ? ids : []);
}

const array = (texts: readonly string[]): string => `[${texts.join(',')}]`;
