import { route } from '../../edge/route.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';

/** Older clients remove groups. What a group was part of stays readable: it is taken out of use. */
export const removeUserGroup = route({
  ...deactivateUserGroup,
  method: 'DELETE',
  path: '/user_groups/{user_group_id}',
  operation: 'remove-user-group',
  summary: 'Older name of `POST /user_groups/{user_group_id}/deactivate`.',
});
