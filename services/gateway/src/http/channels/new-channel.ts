/** What requests say of channels: the parameters of their creation, and values that changes share. */
import { errors } from '@parley/core';
import type { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import { type ChannelPermission, channelPermissions } from '@parley/settings';
import { z } from 'zod';
import { boolean, json, jsonOrText, oneOf, type Parameter } from '../../edge/parameter.ts';
import { groupSettingSchema, toGroupSetting } from '../schemas.ts';

/** Permission settings of a channel. */
const channelRights = Object.keys(channelPermissions) as ChannelPermission[];

/** One parameter for each permission setting of a channel. */
export const forEachSetting = <T>(parameter: Parameter<T>): Record<ChannelPermission, Parameter<T>> =>
  Object.fromEntries(channelRights.map((name) => [name, parameter])) as Record<
    ChannelPermission,
    Parameter<T>
  >;

/** Those of the settings that were given. */
export function givenSettings<T>(
  values: Readonly<Partial<Record<ChannelPermission, T>>>,
): [ChannelPermission, T & {}][] {
  return channelRights.flatMap((name) => {
    const value = values[name];
    return value === undefined || value === null ? [] : [[name, value] as [ChannelPermission, T & {}]];
  });
}

export const topicsPolicyParameter = oneOf([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);

export const retentionParameter = jsonOrText(
  z.union([z.int(), z.string()], { error: 'is not a number of days' }),
).describe('Days, `realm_default` or `unlimited`.');

/** A channel to subscribe to, with what to create it with if there is none. */
export const subscriptionSchema = z.object({
  name: z.string(),
  description: z.string().default(''),
  color: z.string().default(''),
});

/** Looked at only where a channel is created. */
export const newChannelParams = {
  announce: boolean().default(false),
  invite_only: boolean().default(false),
  is_web_public: boolean().default(false),
  is_default_stream: boolean().default(false),
  history_public_to_subscribers: boolean().optional(),
  message_retention_days: retentionParameter.optional(),
  topics_policy: topicsPolicyParameter.optional(),
  send_new_subscription_messages: boolean().default(true),
  ...forEachSetting(json(groupSettingSchema).optional()),
};

type Values = {
  [Name in keyof typeof newChannelParams]: (typeof newChannelParams)[Name] extends Parameter<infer T>
    ? T
    : never;
};

/** The same as `channel` takes them. */
export const newChannelFields = (values: Values) =>
  ({
    announce: values.announce,
    inviteOnly: values.invite_only,
    isWebPublic: values.is_web_public,
    isDefaultStream: values.is_default_stream,
    historyPublicToSubscribers: values.history_public_to_subscribers,
    messageRetentionDays: retentionDays(values.message_retention_days),
    topicsPolicy: values.topics_policy ?? '',
    groupSettings: Object.fromEntries(
      givenSettings(values).map(([name, value]) => [name, toGroupSetting(value)]),
    ),
    sendNewSubscriptionMessages: values.send_new_subscription_messages,
  }) satisfies Partial<SubscribeRequest>;

const longestRetention = 2 ** 31 - 1;

/** -1 keeps for ever; `undefined` inherits the organization's setting. */
export function retentionDays(given: string | number | undefined): number | undefined {
  if (given === undefined || given === 'realm_default') return undefined;
  if (given === 'unlimited' || given === 'forever') return -1;
  const days = typeof given === 'number' || /^\d+$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= longestRetention) return days;
  throw errors.badRequest(
    'Bad value for message_retention_days: a number of days, realm_default or unlimited',
  );
}
