import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  RemoveNavigationViewRequest,
  RemoveNavigationViewResponse,
} from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteNavigationView } from '../../db/personal.ts';
import { navigationViewChanged } from '../../events/personal.ts';

/**
 * Deletes a custom navigation view of the caller, or resets a built-in one.
 * @throws BAD_REQUEST when the caller has stored no such view
 */
export async function removeNavigationView(
  _ctx: Ctx,
  { fragment }: RemoveNavigationViewRequest,
  scope: DbScope,
): Promise<RemoveNavigationViewResponse> {
  return changeOwnData(scope, async (tx, { userId }) => {
    if (!(await deleteNavigationView(tx, userId, fragment))) {
      throw errors.missing('Navigation view does not exist.');
    }
    await emit(tx, navigationViewChanged(userId, { type: 'navigation_view', op: 'remove', fragment }));
    return {};
  });
}
