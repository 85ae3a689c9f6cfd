import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  UpdateNavigationViewRequest,
  UpdateNavigationViewResponse,
} from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { checkViewName, isBuiltIn } from '../../../people/domain/navigation-views.ts';
import type { Ctx } from '../../context.ts';
import { listNavigationViews, putNavigationView } from '../../db/personal.ts';
import { navigationViewChanged } from '../../events/personal.ts';

/**
 * Changes a navigation view of the caller: whether it is pinned, and its name.
 * @throws NOT_FOUND when the caller has no such view; BAD_REQUEST
 */
export async function updateNavigationView(
  _ctx: Ctx,
  { fragment, isPinned, name }: UpdateNavigationViewRequest,
  scope: DbScope,
): Promise<UpdateNavigationViewResponse> {
  if (isBuiltIn(fragment)) checkViewName(fragment, name);
  return changeOwnData(scope, async (tx, { userId }) => {
    const views = await listNavigationViews(tx, userId);
    const before = views.find((each) => each.fragment === fragment);
    if (!before) throw errors.notFound('Navigation view does not exist.');
    const newName = name === undefined ? before.name : checkViewName(fragment, name);
    if (views.some((each) => each !== before && each.name !== null && each.name === newName)) {
      throw errors.badRequest('A navigation view with this name already exists.');
    }
    const after = { ...before, isPinned: isPinned ?? before.isPinned, name: newName };
    await putNavigationView(tx, userId, after);
    const data = {
      ...(name !== undefined && { name: after.name }),
      ...(isPinned !== undefined && { is_pinned: isPinned }),
    };
    await emit(tx, navigationViewChanged(userId, { type: 'navigation_view', op: 'update', fragment, data }));
    return {};
  });
}
