import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  AddNavigationViewRequest,
  AddNavigationViewResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { listNavigationViews, putNavigationView } from '../../db/personal.ts';
import {
  checkFragment,
  checkViewName,
  navigationViewLimits,
  presentView,
} from '../../domain/navigation-views.ts';
import { navigationViewChanged } from '../../events/personal.ts';

/** A view of one's own, or a setting of a built-in one (specification, 16). @throws BAD_REQUEST, UNAUTHORIZED */
export async function addNavigationView(
  ctx: Ctx,
  request: AddNavigationViewRequest,
  call: Call,
): Promise<AddNavigationViewResponse> {
  const fragment = checkFragment(request.fragment);
  const view = { fragment, isPinned: request.isPinned, name: checkViewName(fragment, request.name) };
  return changeOwn(ctx, call, async (tx, { userId }) => {
    const views = await listNavigationViews(tx, userId);
    if (views.some((each) => each.fragment === fragment)) {
      throw errors.badRequest('Navigation view already exists.');
    }
    if (view.name !== null && views.some((each) => each.name === view.name)) {
      throw errors.badRequest('A navigation view with this name already exists.');
    }
    if (views.length >= navigationViewLimits.count) {
      throw errors.badRequest(`At most ${navigationViewLimits.count} navigation views are possible.`);
    }
    await putNavigationView(tx, userId, view);
    await emit(tx, navigationViewChanged(userId, { op: 'add', navigation_view: presentView(view) }));
    return {};
  });
}
