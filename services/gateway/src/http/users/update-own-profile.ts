import { ok } from '../../edge/answer/envelope.ts';
import { json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { profileDataSchema, toProfileValues } from './profile-data-parts.ts';

export const updateOwnProfile = route({
  method: 'PATCH',
  path: '/users/me/profile_data',
  operation: 'update-own-profile',
  summary: 'Sets custom profile fields of the caller that users may edit.',
  auth: 'required',
  params: params({ data: json(profileDataSchema) }),
  async handle(ctx, { data }, { call }) {
    await ctx.rpc.userAdmin.updateOwnProfile({ profileData: toProfileValues(data) }, call);
    return ok();
  },
});
