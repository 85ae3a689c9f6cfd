import { route } from '../../edge/route.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';

/** Older clients delete groups. The group is deactivated, so that what refers to it stays readable. */
export const removeUserGroup = route({
  ...deactivateUserGroup,
  method: 'DELETE',
  path: '/user_groups/{user_group_id}',
  operation: 'remove-user-group',
  summary: 'Older name of `POST /user_groups/{user_group_id}/deactivate`.',
});
