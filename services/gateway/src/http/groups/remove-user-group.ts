import { route } from '../../edge/route.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';

/** Older clients delete groups. This deactivates the group, so that objects that refer to it stay readable. */
export const removeUserGroup = route({
  ...deactivateUserGroup,
  method: 'DELETE',
  path: '/user_groups/{user_group_id}',
  operation: 'remove-user-group',
  summary: 'Older name of `POST /user_groups/{user_group_id}/deactivate`.',
});
