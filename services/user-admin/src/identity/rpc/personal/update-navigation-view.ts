import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  UpdateNavigationViewRequest,
  UpdateNavigationViewResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { listNavigationViews, putNavigationView } from '../../db/personal.ts';
import { checkViewName, isBuiltIn } from '../../domain/navigation-views.ts';
import { navigationViewChanged } from '../../events/personal.ts';

/** Pins, hides or names a view (specification, 15). @throws BAD_REQUEST, UNAUTHORIZED */
export async function updateNavigationView(
  ctx: Ctx,
  { fragment, isPinned, name }: UpdateNavigationViewRequest,
  call: Call,
): Promise<UpdateNavigationViewResponse> {
  if (isBuiltIn(fragment)) checkViewName(fragment, name);
  return changeOwn(ctx, call, async (tx, { userId }) => {
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
    await emit(tx, navigationViewChanged(userId, { op: 'update', fragment, data }));
    return {};
  });
}
