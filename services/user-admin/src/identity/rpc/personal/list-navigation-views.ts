import { jsonBytes } from '@parley/core';
import type {
  ListNavigationViewsRequest,
  ListNavigationViewsResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listNavigationViews as readViews } from '../../db/personal.ts';
import { presentView } from '../../domain/navigation-views.ts';

/** The caller's navigation views (contract, `get-navigation-views`). @throws UNAUTHORIZED */
export async function listNavigationViews(
  ctx: Ctx,
  _request: ListNavigationViewsRequest,
  call: Call,
): Promise<ListNavigationViewsResponse> {
  const { userId } = await requireCaller(ctx.db, call);
  const views = (await readViews(ctx.db, userId)).map(presentView);
  return { navigationViewsJson: jsonBytes(views) };
}
