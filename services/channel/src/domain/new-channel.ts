import { errors, errorText, isOneOf } from '@parley/core';
import type { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import { channelNameKey, type GroupId, plainGroupSetting } from '@parley/rules';
import { sortedPermission } from '@parley/settings';
import { parseChannelName, parseDescription } from './channel-name.ts';
import { parseColor } from './color.ts';
import type { ChannelSetting } from './group-settings.ts';
import type { NewChannelFacts } from './permissions.ts';

export const topicsPolicies = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const;

export type TopicsPolicy = (typeof topicsPolicies)[number];

/**
 * Maximum number of channels that one request creates, and of subscriptions that it adds or ends. Nobody can send a message while
 * subscriptions are written, because both take the same lock of the database. So a request must write them within a few seconds.
 */
const maxCreated = 1_000;
const maxSubscriptions = 100_000;

/** @throws BAD_REQUEST for too many channels, or too many added or ended subscriptions */
export function checkAmount(amount: { people: number; channels: number; created: number }): void {
  if (amount.created > maxCreated) {
    throw errors.badRequest(
      errorText('Too many new channels at once (limit: {limit}).', { limit: maxCreated }),
    );
  }
  if (amount.people * amount.channels > maxSubscriptions) {
    throw errors.badRequest(
      errorText('Too many subscriptions at once (limit: {limit}).', { limit: maxSubscriptions }),
    );
  }
}

export type NamedChannel = { name: string; key: string; description: string; color: string | null };

/** In the given order, without repeated names. @throws BAD_REQUEST for an invalid name, description or color */
export function parseNames(given: SubscribeRequest['subscriptions']): NamedChannel[] {
  const named = new Map<string, NamedChannel>();
  for (const { name: text, description, color } of given) {
    const name = parseChannelName(text);
    const key = channelNameKey(name);
    if (named.has(key)) continue;
    named.set(key, { name, key, description: parseDescription(description), color: parseColor(color) });
  }
  return [...named.values()];
}

/** Properties of the channels that a request creates. */
export type NewChannelProperties = {
  isPrivate: boolean;
  isWebPublic: boolean;
  isHistoryPublic: boolean;
  isDefault: boolean;
  pushesByDefault: boolean;
  messageRetentionDays: number | null;
  topicsPolicy: TopicsPolicy;
  folderId: number | null;
};

export function parseProperties(request: SubscribeRequest): NewChannelProperties {
  const { inviteOnly: isPrivate, isWebPublic } = request;
  const isHistoryPublic = request.historyPublicToSubscribers ?? !isPrivate;
  if (isPrivate && isWebPublic) throw errors.badRequest('Invalid parameters');
  if (!isPrivate && !isHistoryPublic) throw errors.badRequest('Invalid parameters');
  if (isPrivate && request.isDefaultStream) {
    throw errors.badRequest('A default channel cannot be private.');
  }
  const days = request.messageRetentionDays;
  if (days !== undefined && days !== -1 && days <= 0) {
    throw errors.badRequest("Bad value for 'message_retention_days'");
  }
  const topicsPolicy = request.topicsPolicy || 'inherit';
  if (!isOneOf(topicsPolicies, topicsPolicy)) throw errors.badRequest('Invalid topics_policy');
  return {
    isPrivate,
    isWebPublic,
    isHistoryPublic,
    isDefault: request.isDefaultStream,
    pushesByDefault: request.defaultPushNotifications,
    messageRetentionDays: days ?? null,
    topicsPolicy,
    folderId: request.folderId ?? null,
  };
}

/**
 * Returns the facts that decide whether a channel may be created.
 * @param nobodyGroupId ID of the group `role:nobody`, which is the default of the permissions to delete. A request that sets a
 * permission to this group, or to an empty set of people and groups, does not count as setting it
 */
export function newChannelFacts(
  properties: NewChannelProperties,
  request: SubscribeRequest,
  nobodyGroupId: GroupId,
): NewChannelFacts {
  const sets = (name: ChannelSetting) => {
    const setting = request.groupSettings[name];
    if (!setting?.value) return false;
    const value = sortedPermission(plainGroupSetting(setting));
    const isEmpty =
      typeof value !== 'number' && value.direct_members.length + value.direct_subgroups.length === 0;
    return !isEmpty && value !== nobodyGroupId;
  };
  return {
    isPrivate: properties.isPrivate,
    isWebPublic: properties.isWebPublic,
    isDefault: properties.isDefault,
    pushesByDefault: properties.pushesByDefault,
    setsRetention: properties.messageRetentionDays !== null,
    setsTopicsPolicy: properties.topicsPolicy !== 'inherit',
    setsDeletePolicy: sets('can_delete_any_message_group') || sets('can_delete_own_message_group'),
  };
}
