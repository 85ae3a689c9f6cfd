import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  RemoveNavigationViewRequest,
  RemoveNavigationViewResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import type { Ctx } from '../../context.ts';
import { deleteNavigationView } from '../../db/personal.ts';
import { navigationViewChanged } from '../../events/personal.ts';

/**
 * A custom view is gone; a built-in one is again as it comes (specification, 15).
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function removeNavigationView(
  ctx: Ctx,
  { fragment }: RemoveNavigationViewRequest,
  call: Call,
): Promise<RemoveNavigationViewResponse> {
  return changeOwn(ctx, call, async (tx, { userId }) => {
    if (!(await deleteNavigationView(tx, userId, fragment))) {
      throw errors.missing('Navigation view does not exist.');
    }
    await emit(tx, navigationViewChanged(userId, { op: 'remove', fragment }));
    return {};
  });
}
