import type { Scope } from '@parley/facts';
import { Channel } from '@parley/proto/events/v1/facts';
import { type ChannelId, type GroupId, groupSettingOf } from '@parley/rules';
import { channelPermissionNames } from '@parley/settings';
import type { ChannelRow } from '../db/channels.ts';
import type { PersonalSettings } from '../db/subscriptions.ts';
import { channelColor } from '../domain/color.ts';
import { postPolicy } from '../domain/group-settings.ts';

/** Returns the rule of a system group with a value from 2 to 4 in the legacy `stream_post_policy`; undefined for other groups. */
export type RuleOf = (groupId: GroupId) => string | undefined;

const postingRules = ['role:administrators', 'role:fullmembers', 'role:moderators'] as const;

/** Looks up the system groups with a value from 2 to 4 in `stream_post_policy`. Returns a function that finds their rules. */
export async function postingRuleOf(scope: Scope): Promise<RuleOf> {
  const rules = new Map<GroupId, string>();
  for (const rule of postingRules) rules.set((await scope.groups.system(rule)).groupId, rule);
  return (groupId) => rules.get(groupId);
}

/** Returns a channel in the form of `GET /streams` and of `stream` events (docs/api/channels.md#the-channel-object). */
export function channelJson(row: ChannelRow, ruleOf: RuleOf) {
  const policy = postPolicy(row.groupSettings.can_send_message_group, ruleOf);
  return {
    stream_id: row.channelId,
    name: row.name,
    is_archived: row.isArchived,
    description: row.description,
    rendered_description: row.renderedDescription,
    date_created: row.createdAt,
    creator_id: row.creatorId,
    invite_only: row.isPrivate,
    is_web_public: row.isWebPublic,
    stream_post_policy: policy,
    is_announcement_only: policy === 2,
    message_retention_days: row.messageRetentionDays,
    history_public_to_subscribers: row.isHistoryPublic,
    topics_policy: row.topicsPolicy,
    default_push_notifications: row.pushesByDefault,
    first_message_id: row.firstMessageId,
    folder_id: row.folderId,
    is_recently_active: row.isRecentlyActive,
    ...row.groupSettings,
    subscriber_count: row.subscriberCount,
    stream_weekly_traffic: row.weeklyTraffic,
  };
}

/** docs/api/channels.md#the-subscription-object, without the list of subscribers. */
export const subscriptionJson = (row: ChannelRow, personal: PersonalSettings, ruleOf: RuleOf) => ({
  ...channelJson(row, ruleOf),
  ...personalJson(row.channelId, personal),
});

/** Returns the members of a subscription object that depend on the subscriber's personal settings. */
export const personalJson = (channelId: ChannelId, personal: PersonalSettings) => ({
  color: personal.color ?? channelColor(channelId),
  pin_to_top: personal.isPinned,
  is_muted: personal.isMuted,
  in_home_view: !personal.isMuted,
  desktop_notifications: personal.desktopNotifications,
  email_notifications: personal.emailNotifications,
  push_notifications: personal.pushNotifications,
  audible_notifications: personal.audibleNotifications,
  wildcard_mentions_notify: personal.wildcardMentionsNotify,
});

/** Personal settings of a subscriber who has not set any. */
export const plainSettings: PersonalSettings = {
  color: null,
  isMuted: false,
  isPinned: false,
  desktopNotifications: null,
  emailNotifications: null,
  pushNotifications: null,
  audibleNotifications: null,
  wildcardMentionsNotify: null,
};

/** Returns the JSON text of an object with one more member. @param json the member's value as JSON text */
export function withMember(object: object, name: string, json: string): string {
  const text = JSON.stringify(object);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${json}}`;
}

export const jsonArray = (texts: readonly string[]): Buffer => Buffer.from(`[${texts.join(',')}]`);

/** Returns a channel in the form that events and RPCs carry and other services cache. */
export function channelFact(row: ChannelRow): Channel {
  return Channel.create({
    channelId: row.channelId,
    name: row.name,
    description: row.description,
    renderedDescription: row.renderedDescription,
    createdAt: row.createdAt,
    creatorId: row.creatorId ?? 0,
    inviteOnly: row.isPrivate,
    isWebPublic: row.isWebPublic,
    historyPublicToSubscribers: row.isHistoryPublic,
    isArchived: row.isArchived,
    topicsPolicy: row.topicsPolicy,
    messageRetentionDays: row.messageRetentionDays ?? undefined,
    folderId: row.folderId ?? undefined,
    groupSettings: Object.fromEntries(
      channelPermissionNames.map((name) => [name, groupSettingOf(row.groupSettings[name])]),
    ),
    isDefault: row.isDefault,
    firstMessageId: row.firstMessageId ?? undefined,
  });
}
