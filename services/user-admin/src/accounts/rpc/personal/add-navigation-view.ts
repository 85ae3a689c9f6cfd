import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type {
  AddNavigationViewRequest,
  AddNavigationViewResponse,
} from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import {
  checkFragment,
  checkViewName,
  navigationViewLimits,
  presentView,
} from '../../../people/domain/navigation-views.ts';
import type { Ctx } from '../../context.ts';
import { listNavigationViews, putNavigationView } from '../../db/personal.ts';
import { navigationViewChanged } from '../../events/personal.ts';

/**
 * Adds a custom navigation view for the caller, or stores the caller's settings for a built-in one.
 * @throws BAD_REQUEST when the fragment or name is invalid, the caller already has the view or the name, or has too many views
 */
export async function addNavigationView(
  _ctx: Ctx,
  request: AddNavigationViewRequest,
  scope: DbScope,
): Promise<AddNavigationViewResponse> {
  const fragment = checkFragment(request.fragment);
  const view = { fragment, isPinned: request.isPinned, name: checkViewName(fragment, request.name) };
  return changeOwnData(scope, async (tx, { userId }) => {
    const views = await listNavigationViews(tx, userId);
    if (views.some((each) => each.fragment === fragment)) {
      throw errors.badRequest('Navigation view already exists.');
    }
    if (view.name !== null && views.some((each) => each.name === view.name)) {
      throw errors.badRequest('A navigation view with this name already exists.');
    }
    if (views.length >= navigationViewLimits.count) {
      throw errors.badRequest(
        errorText('At most {limit} navigation views are possible.', { limit: navigationViewLimits.count }),
      );
    }
    await putNavigationView(tx, userId, view);
    await emit(
      tx,
      navigationViewChanged(userId, {
        type: 'navigation_view',
        op: 'add',
        navigation_view: presentView(view),
      }),
    );
    return {};
  });
}
