import { jsonBytes } from '@parley/core';
import type {
  ListNavigationViewsRequest,
  ListNavigationViewsResponse,
} from '@parley/proto/useradmin/v1/personal';
import type { DbScope } from '../../../kernel/scope.ts';
import { presentView } from '../../../people/domain/navigation-views.ts';
import type { Ctx } from '../../context.ts';
import { listNavigationViews as readViews } from '../../db/personal.ts';

export async function listNavigationViews(
  _ctx: Ctx,
  _request: ListNavigationViewsRequest,
  scope: DbScope,
): Promise<ListNavigationViewsResponse> {
  const { userId } = await scope.caller();
  const views = (await readViews(scope, userId)).map(presentView);
  return { navigationViewsJson: jsonBytes(views) };
}
