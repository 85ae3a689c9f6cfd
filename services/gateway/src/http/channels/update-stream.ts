import { channelPermissionNames } from '@parley/settings';
import { ok } from '../../edge/answer/envelope.ts';
import { boolean, freeText, integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { expectedValues } from '../expected-values.ts';
import {
  forEachSetting,
  givenSettings,
  groupSettingUpdateSchema,
  toGroupSettingUpdate,
} from '../permission-settings.ts';
import {
  postPolicy,
  postPolicyParams,
  retentionDays,
  retentionParameter,
  topicsPolicyParameter,
} from './channel-settings.ts';

export const updateStream = route({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  operation: 'update-stream',
  summary: 'Changes the name, description or settings of a channel.',
  auth: 'required',
  params: params({
    stream_id: integer({ min: 0 }).inPath(),
    new_name: freeText().optional(),
    description: freeText().optional(),
    is_private: boolean().optional(),
    is_web_public: boolean().optional(),
    history_public_to_subscribers: boolean().optional(),
    is_default_stream: boolean().optional(),
    default_push_notifications: boolean().optional(),
    message_retention_days: retentionParameter.optional(),
    is_archived: boolean().optional(),
    folder_id: integer({ min: 1 })
      .nullable()
      .optional()
      .describe('`null` removes the channel from its folder.'),
    topics_policy: topicsPolicyParameter.optional(),
    expected: expectedValues,
    ...postPolicyParams,
    ...forEachSetting(channelPermissionNames, json(groupSettingUpdateSchema).optional()),
  }),
  async handle(ctx, values, { call }) {
    const retention = values.message_retention_days;
    await ctx.rpc.channel.updateChannel(
      {
        channelId: values.stream_id,
        newName: values.new_name,
        description: values.description,
        isPrivate: values.is_private,
        isWebPublic: values.is_web_public,
        historyPublicToSubscribers: values.history_public_to_subscribers,
        isDefaultStream: values.is_default_stream,
        defaultPushNotifications: values.default_push_notifications,
        messageRetentionDays: retention === undefined ? undefined : (retentionDays(retention) ?? 0),
        isArchived: values.is_archived,
        folderId: values.folder_id === null ? 0 : values.folder_id,
        topicsPolicy: values.topics_policy,
        groupSettings: givenSettings(channelPermissionNames, values, toGroupSettingUpdate),
        streamPostPolicy: postPolicy(values),
        expected: values.expected,
      },
      call,
    );
    return ok();
  },
});
