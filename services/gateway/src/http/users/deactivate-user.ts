import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText, json, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { toUserReference } from './user-reference.ts';

const isDeleted = z.boolean().default(false);
const actionsSchema = z.strictObject({
  delete_profile: isDeleted,
  delete_public_channel_messages: isDeleted,
  delete_private_channel_messages: isDeleted,
  delete_direct_messages: isDeleted,
});

export const deactivateUser = route({
  method: 'DELETE',
  path: '/users/{user_id_or_email}',
  operation: 'deactivate-user',
  summary: 'Deactivates a user and their bots.',
  auth: 'required',
  params: params({
    user_id_or_email: text().inPath(),
    actions: json(actionsSchema)
      .optional()
      .describe('For administrators: what to delete of the user and their bots; messages in the background.'),
    deactivation_notification_comment: freeText().optional().describe('Mailed to the user.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.deactivateUser(
      {
        user: toUserReference(values.user_id_or_email),
        comment: values.deactivation_notification_comment ?? '',
        mustBeBot: false,
        actions: values.actions && {
          deleteProfile: values.actions.delete_profile,
          deletePublicChannelMessages: values.actions.delete_public_channel_messages,
          deletePrivateChannelMessages: values.actions.delete_private_channel_messages,
          deleteDirectMessages: values.actions.delete_direct_messages,
        },
      },
      call,
    );
    return ok();
  },
});
