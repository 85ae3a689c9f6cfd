import type { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import { channelPermissionNames } from '@parley/settings';
import { z } from 'zod';
import { boolean, json, type Parameter } from '../../edge/declaration/parameter.ts';
import { forEachSetting, givenSettings, groupSettingSchema, toGroupSetting } from '../permission-settings.ts';
import {
  postPolicy,
  postPolicyParams,
  retentionDays,
  retentionParameter,
  topicsPolicyParameter,
} from './channel-settings.ts';

/** A channel to which the request subscribes people. The description is used only when the channel does not exist yet. */
export const subscriptionSchema = z.object({
  name: z.string(),
  description: z.string().default(''),
  color: z.string().default(''),
});

/** Parameters that apply only to channels that the request creates. */
export const newChannelParams = {
  announce: boolean().default(false),
  invite_only: boolean().default(false),
  is_web_public: boolean().default(false),
  is_default_stream: boolean().default(false),
  history_public_to_subscribers: boolean().optional(),
  default_push_notifications: boolean()
    .default(false)
    .describe('Whether mobile notifications are on for people when they subscribe for the first time.'),
  message_retention_days: retentionParameter.optional(),
  topics_policy: topicsPolicyParameter.optional(),
  send_new_subscription_messages: boolean().default(true),
  ...postPolicyParams,
  ...forEachSetting(channelPermissionNames, json(groupSettingSchema).optional()),
};

type Values = {
  [Name in keyof typeof newChannelParams]: (typeof newChannelParams)[Name] extends Parameter<infer T>
    ? T
    : never;
};

/** Converts the values of `newChannelParams` to fields of a request to the channel service. */
export const newChannelFields = (values: Values) =>
  ({
    announce: values.announce,
    inviteOnly: values.invite_only,
    isWebPublic: values.is_web_public,
    isDefaultStream: values.is_default_stream,
    historyPublicToSubscribers: values.history_public_to_subscribers,
    defaultPushNotifications: values.default_push_notifications,
    messageRetentionDays: retentionDays(values.message_retention_days),
    topicsPolicy: values.topics_policy ?? '',
    groupSettings: givenSettings(channelPermissionNames, values, toGroupSetting),
    sendNewSubscriptionMessages: values.send_new_subscription_messages,
    streamPostPolicy: postPolicy(values),
  }) satisfies Partial<SubscribeRequest>;
