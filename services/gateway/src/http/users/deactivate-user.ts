import { ok } from '../../edge/envelope.ts';
import { freeText, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { toUserReference } from './user-reference.ts';

export const deactivateUser = route({
  method: 'DELETE',
  path: '/users/{user_id_or_email}',
  operation: 'deactivate-user',
  summary: 'Deactivates a user and their bots.',
  auth: 'required',
  params: params({
    user_id_or_email: text().inPath(),
    deactivation_notification_comment: freeText().optional().describe('Mailed to the user.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.deactivateUser(
      {
        user: toUserReference(values.user_id_or_email),
        comment: values.deactivation_notification_comment ?? '',
        mustBeBot: false,
      },
      call,
    );
    return ok();
  },
});
