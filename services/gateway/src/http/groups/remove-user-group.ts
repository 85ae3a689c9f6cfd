import { route } from '../../edge/declaration/route.ts';
import { deactivateUserGroup } from './deactivate-user-group.ts';

/** So that objects which refer to the group stay readable. Older clients call this. */
export const removeUserGroup = route({
  ...deactivateUserGroup,
  method: 'DELETE',
  path: '/user_groups/{user_group_id}',
  operation: 'remove-user-group',
  summary: 'Older name of `POST /user_groups/{user_group_id}/deactivate`.',
});
