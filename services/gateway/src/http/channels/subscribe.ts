import { errors } from '@parley/core';
import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { boolean, integer, json, jsonOrText, oneOf } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { groupSettingSchema, maxIds, principalFields, principalsSchema, toGroupSetting } from '../schemas.ts';

const subscriptionSchema = z.object({
  name: z.string(),
  description: z.string().default(''),
  color: z.string().default(''),
});

/** Permission settings of a channel that can be given when it is created. */
const groupSettings = {
  can_add_subscribers_group: json(groupSettingSchema).optional(),
  can_remove_subscribers_group: json(groupSettingSchema).optional(),
  can_administer_channel_group: json(groupSettingSchema).optional(),
  can_delete_any_message_group: json(groupSettingSchema).optional(),
  can_delete_own_message_group: json(groupSettingSchema).optional(),
  can_move_messages_out_of_channel_group: json(groupSettingSchema).optional(),
  can_move_messages_within_channel_group: json(groupSettingSchema).optional(),
  can_send_message_group: json(groupSettingSchema).optional(),
  can_subscribe_group: json(groupSettingSchema).optional(),
  can_resolve_topics_group: json(groupSettingSchema).optional(),
  can_create_topic_group: json(groupSettingSchema).optional(),
};

type GroupSettingName = keyof typeof groupSettings;

const groupSettingNames = Object.keys(groupSettings) as GroupSettingName[];

export const subscribe = route({
  method: 'POST',
  path: '/users/me/subscriptions',
  operation: 'subscribe',
  summary: 'Subscribes people to channels, creating those that do not exist (specification, 3).',
  auth: 'required',
  params: params({
    subscriptions: json(z.array(subscriptionSchema).max(maxIds)),
    principals: json(principalsSchema)
      .optional()
      .describe('User IDs or API addresses; the caller by default.'),
    authorization_errors_fatal: boolean().default(true),
    announce: boolean().default(false),
    invite_only: boolean().default(false),
    is_web_public: boolean().default(false),
    is_default_stream: boolean().default(false),
    history_public_to_subscribers: boolean().optional(),
    message_retention_days: jsonOrText(z.union([z.int(), z.string()], { error: 'is not a number of days' }))
      .optional()
      .describe('Days, `realm_default` or `unlimited`.'),
    topics_policy: oneOf([
      'inherit',
      'allow_empty_topic',
      'disable_empty_topic',
      'empty_topic_only',
    ]).optional(),
    folder_id: integer({ min: 1 }).optional(),
    send_new_subscription_messages: boolean().default(true),
    ...groupSettings,
  }),
  async handle(ctx, values, { call }) {
    const given = groupSettingNames.filter((name) => values[name] !== undefined);
    const response = await ctx.rpc.channel.subscribe(
      {
        subscriptions: values.subscriptions,
        ...principalFields(values.principals),
        authorizationErrorsFatal: values.authorization_errors_fatal,
        announce: values.announce,
        inviteOnly: values.invite_only,
        isWebPublic: values.is_web_public,
        isDefaultStream: values.is_default_stream,
        historyPublicToSubscribers: values.history_public_to_subscribers,
        messageRetentionDays: retentionDays(values.message_retention_days),
        topicsPolicy: values.topics_policy ?? '',
        folderId: values.folder_id,
        groupSettings: Object.fromEntries(given.map((name) => [name, toGroupSetting(values[name]!)])),
        sendNewSubscriptionMessages: values.send_new_subscription_messages,
      },
      call,
    );
    return ok({
      subscribed: raw(response.subscribedJson),
      already_subscribed: raw(response.alreadySubscribedJson),
      new_subscription_messages_sent: response.newSubscriptionMessagesSent,
      unauthorized: values.authorization_errors_fatal ? undefined : response.unauthorized,
    });
  },
});

const longestRetention = 2 ** 31 - 1;

/** -1 keeps for ever; `undefined` inherits the organization's setting. */
function retentionDays(given: string | number | undefined): number | undefined {
  if (given === undefined || given === 'realm_default') return undefined;
  if (given === 'unlimited' || given === 'forever') return -1;
  const days = typeof given === 'number' || /^\d+$/.test(given) ? Number(given) : 0;
  if (days >= 1 && days <= longestRetention) return days;
  throw errors.badRequest(
    'Bad value for message_retention_days: a number of days, realm_default or unlimited',
  );
}
