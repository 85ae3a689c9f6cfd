import { ok } from '../../edge/answer/envelope.ts';
import { freeText, int32, integer, json, text } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { expectedValues } from '../expected-values.ts';
import { profileDataSchema, toProfileValues } from './profile-data-parts.ts';
import { toUserReference } from './user-reference.ts';

export const updateUser = route({
  method: 'PATCH',
  path: '/users/{user_id_or_email}',
  operation: 'update-user',
  summary: 'Changes a user, by ID or by an address that the caller may see. For administrators.',
  auth: 'required',
  params: params({
    user_id_or_email: text().inPath(),
    full_name: freeText().optional(),
    role: integer(int32).optional().describe('100, 200, 300, 400 or 600.'),
    profile_data: json(profileDataSchema).optional(),
    new_email: text().optional().describe('For owners with the permission to change addresses.'),
    expected: expectedValues,
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateUser(
      {
        user: toUserReference(values.user_id_or_email),
        fullName: values.full_name,
        role: values.role,
        newEmail: values.new_email,
        profileData: toProfileValues(values.profile_data ?? []),
        expected: values.expected,
      },
      call,
    );
    return ok();
  },
});
