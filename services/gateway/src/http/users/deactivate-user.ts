import { ok } from '../../edge/envelope.ts';
import { freeText, integer, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { toUserReference } from './user-reference.ts';

export const deactivateUser = route({
  method: 'DELETE',
  path: '/users/{user_id_or_email}',
  operation: 'deactivate-user',
  summary: 'Somebody is no longer in the organization; nor are their bots.',
  auth: 'required',
  params: params({
    user_id_or_email: text().inPath(),
    deactivation_notification_comment: freeText().optional().describe('Mailed to the person.'),
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

export const deactivateOwnUser = route({
  method: 'DELETE',
  path: '/users/me',
  operation: 'deactivate-own-user',
  summary: 'The caller leaves the organization.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    await ctx.rpc.userAdmin.deactivateUser({ user: undefined, comment: '', mustBeBot: false }, call);
    return ok();
  },
});

export const reactivateUser = route({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  operation: 'reactivate-user',
  summary: 'Somebody who was deactivated is back.',
  auth: 'required',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, { user_id }, { call }) {
    await ctx.rpc.userAdmin.reactivateUser({ userId: user_id }, call);
    return ok();
  },
});
