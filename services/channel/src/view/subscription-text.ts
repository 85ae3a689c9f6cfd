import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { ChannelRow } from '../db/channels.ts';
import type { PersonalSettings } from '../db/subscriptions.ts';
import { channelJson, type RuleOf, subscriptionJson, withMember } from './channel-json.ts';

/** JSON array texts of subscribers by channel; undefined when they were not asked for. */
export type SubscriberLists = ReadonlyMap<number, string> | undefined;

/**
 * JSON text of a subscription. `partial` lists are whole ones here: who was active lately is known elsewhere, and
 * the contract lets any list be whole.
 */
export function subscriptionText(
  row: ChannelRow & PersonalSettings,
  lists: SubscriberLists,
  ruleOf: RuleOf,
): string {
  return withSubscribers(subscriptionJson(row, row, ruleOf), row.channelId, lists);
}

/** Without nulls, for clients that do not know `notification_settings_null`: the person's own settings hold there. */
export const withOwn = <Row extends PersonalSettings>(row: Row, own: ChannelNotifications): Row => ({
  ...row,
  desktopNotifications: row.desktopNotifications ?? own.desktop,
  emailNotifications: row.emailNotifications ?? own.email,
  pushNotifications: row.pushNotifications ?? own.push,
  audibleNotifications: row.audibleNotifications ?? own.audible,
  wildcardMentionsNotify: row.wildcardMentionsNotify ?? own.wildcardMentions,
});

/** JSON text of a channel to which the person never subscribed. */
export const neverSubscribedText = (row: ChannelRow, lists: SubscriberLists, ruleOf: RuleOf): string =>
  withSubscribers(channelJson(row, ruleOf), row.channelId, lists);

const withSubscribers = (object: object, channelId: number, lists: SubscriberLists): string =>
  lists ? withMember(object, 'subscribers', lists.get(channelId) ?? '[]') : JSON.stringify(object);
