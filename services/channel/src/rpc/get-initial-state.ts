import type { Tx } from '@parley/db';
import { requireCaller } from '@parley/directory';
import { type GetInitialStateRequest, GetInitialStateResponse } from '@parley/proto/channel/v1/channel';
import { InitialState } from '@parley/proto/common/v1/initial_state';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { allChannels, type RelatedChannel } from '../db/channels.ts';
import { allFolders, type FolderRow } from '../db/folders.ts';
import { archivedChannelsOf, historiesOf } from '../db/histories.ts';
import { type SubscriptionRow, subscriberLists, subscriptionsOf } from '../db/subscriptions.ts';
import { type UserTopicRow, userTopicsOf } from '../db/user-topics.ts';
import { isGuest, maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';
import { channelJson, plainSettings, postingRuleOf } from '../view/channel-json.ts';
import {
  neverSubscribedText,
  type SubscriberLists,
  subscriptionText,
  withOwn,
} from '../view/subscription-text.ts';
import { mutedTopics, userTopics } from '../view/user-topics.ts';

type Wanted = {
  subscriptions: boolean;
  channels: boolean;
  defaults: boolean;
  defaultGroups: boolean;
  folders: boolean;
  userTopics: boolean;
  mutedTopics: boolean;
  /** What counts as unread, in another service, depends on topics. */
  unread: boolean;
  subscribers: boolean;
};

/** Everything that one register needs from this service's tables, read at one moment. */
type Read = {
  channels: RelatedChannel[];
  subscriptions: SubscriptionRow[];
  lists: SubscriberLists;
  folders: FolderRow[];
  userTopics: UserTopicRow[];
  /** Channels of theirs that are archived, where the client does not know of such. */
  untoldChannelIds: number[];
};

/** This service's part of the register response; always with the person's subscription histories. */
export async function getInitialState(
  ctx: Ctx,
  { options, notifications }: GetInitialStateRequest,
  call: Call,
): Promise<GetInitialStateResponse> {
  const wanted = wantedOf(options?.fetchEventTypes ?? [], options?.includeSubscribers ?? '');
  const capabilities = new Set(options?.capabilities ?? []);
  const withArchived = capabilities.has('archived_channels');
  const caller = call.principal ? await requireCaller(ctx, call) : undefined;
  const { value, snapshot } = await ctx.db.snapshot(async (tx) => ({
    read: await readAll(tx, caller?.userId ?? 0, wanted, withArchived),
    histories: caller ? await historiesOf(tx, caller.userId) : [],
  }));
  const { read, histories } = value;

  const unrelated = read.channels.filter((row) => row.isPrivate && !row.isSubscribed);
  const standingIn = await standings(ctx, caller, unrelated, metadataSettings, call);
  const visible = read.channels.filter((row) => maySeeMetadata(caller, row, standingIn(row)));
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);

  const members: [name: string, json: string][] = [];
  if (wanted.subscriptions) {
    const isVisible = new Set(visible.map((row) => row.channelId));
    const known = new Set(read.subscriptions.map((row) => row.channelId));
    const spectator = visible.map((row) => subscriptionText({ ...row, ...plainSettings }, undefined, ruleOf));
    const current = read.subscriptions.filter((row) => row.isSubscribed);
    const left = read.subscriptions.filter((row) => !row.isSubscribed && isVisible.has(row.channelId));
    const never = caller ? visible.filter((row) => !known.has(row.channelId)) : [];
    const text = (row: SubscriptionRow) =>
      subscriptionText(notifications ? withOwn(row, notifications) : row, read.lists, ruleOf);
    members.push(
      ['subscriptions', array(caller ? current.map(text) : spectator)],
      ['unsubscribed', array(left.map(text))],
      ['never_subscribed', array(never.map((row) => neverSubscribedText(row, read.lists, ruleOf)))],
    );
  }
  if (wanted.channels) {
    members.push(['streams', array(visible.map((row) => JSON.stringify(channelJson(row, ruleOf))))]);
  }
  if (wanted.defaults) {
    // Guests are not told of public channels they are not in, default or not.
    const ids = visible.filter((row) => row.isDefault && !row.isArchived).map((row) => row.channelId);
    members.push(['realm_default_streams', JSON.stringify(caller && !isGuest(caller) ? ids : [])]);
  }
  if (wanted.defaultGroups) members.push(['realm_default_stream_groups', '[]']);
  if (wanted.folders) members.push(['channel_folders', JSON.stringify(read.folders)]);
  if (wanted.userTopics || wanted.mutedTopics) {
    const shown = capabilities.has('empty_topic_name')
      ? ''
      : (await ctx.directory.organization.settings(call)).empty_topic_display_name;
    if (wanted.userTopics) {
      members.push(['user_topics', JSON.stringify(userTopics(read.userTopics, shown))]);
    }
    if (wanted.mutedTopics) {
      members.push(['muted_topics', JSON.stringify(mutedTopics(read.userTopics, shown))]);
    }
  }
  const fields = members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',');
  return GetInitialStateResponse.create({
    state: InitialState.create({ fieldsJson: Buffer.from(`{${fields}}`), snapshot }),
    histories,
    unreadRules: wanted.unread
      ? { topics: read.userTopics, untoldChannelIds: read.untoldChannelIds }
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
    untoldChannelIds: wanted.unread && !withArchived ? await archivedChannelsOf(tx, userId) : [],
  };
}

const array = (texts: readonly string[]): string => `[${texts.join(',')}]`;
