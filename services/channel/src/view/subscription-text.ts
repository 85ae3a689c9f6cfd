import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { ChannelId } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';
import type { PersonalSettings } from '../db/subscriptions.ts';
import { type RuleOf, subscriptionJson, withMember } from './channel-json.ts';

/** Lists of subscribers by channel ID, as texts of JSON arrays; undefined when the client does not request them. */
export type SubscriberLists = ReadonlyMap<ChannelId, string> | undefined;

/** `partial` lists are complete, because this service does not know who was recently active. The API allows it. */
export function subscriptionText(
  row: ChannelRow & PersonalSettings,
  lists: SubscriberLists,
  ruleOf: RuleOf,
): string {
  return withSubscribers(subscriptionJson(row, row, ruleOf), row.channelId, lists);
}

/** By the general settings, for clients without the capability `notification_settings_null`. */
export const withOwn = <Row extends PersonalSettings>(row: Row, own: ChannelNotifications): Row => ({
  ...row,
  desktopNotifications: row.desktopNotifications ?? own.desktop,
  emailNotifications: row.emailNotifications ?? own.email,
  pushNotifications: row.pushNotifications ?? own.push,
  audibleNotifications: row.audibleNotifications ?? own.audible,
  wildcardMentionsNotify: row.wildcardMentionsNotify ?? own.wildcardMentions,
});

const withSubscribers = (object: object, channelId: ChannelId, lists: SubscriberLists): string =>
  lists ? withMember(object, 'subscribers', lists.get(channelId) ?? '[]') : JSON.stringify(object);
