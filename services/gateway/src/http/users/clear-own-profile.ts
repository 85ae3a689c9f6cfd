import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { maxValues, toProfileValues } from './profile-data-parts.ts';

export const clearOwnProfile = route({
  method: 'DELETE',
  path: '/users/me/profile_data',
  operation: 'clear-own-profile',
  summary: 'Clears custom profile fields of the caller.',
  auth: 'required',
  params: params({ data: json(z.array(z.int()).max(maxValues)).describe('IDs of fields.') }),
  async handle(ctx, { data }, { call }) {
    const cleared = data.map((id) => ({ id, value: null }));
    await ctx.rpc.userAdmin.updateOwnProfile({ profileData: toProfileValues(cleared) }, call);
    return ok();
  },
});
