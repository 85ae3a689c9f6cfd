import { bestEffort } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { CloseViewRequest, CloseViewResponse } from '@parley/proto/integrations/v1/apps';
import { closeOpenView, knownOf, openViewById } from '../apps/forms/views.ts';
import { installedApp } from '../apps/installed-app.ts';
import { askApp } from '../apps/presses/ask-app.ts';
import { slackActor } from '../apps/slack-parts.ts';
import type { Ctx } from '../context.ts';
import { findApp } from '../db/apps.ts';
import { addressFor } from '../domain/apps/manifest.ts';
import { slackView } from '../domain/apps/view.ts';

/** Closes a form of the caller without sending it, and tells its app if it wants that. Idempotent. */
export async function closeView(
  ctx: Ctx,
  { viewId }: CloseViewRequest,
  scope: Scope,
): Promise<CloseViewResponse> {
  const user = await scope.caller();
  const open = await openViewById(ctx, viewId);
  if (open?.userId !== user.userId) return {};
  await closeOpenView(ctx, open, scope);
  const row = await findApp(ctx.db, open.appId);
  if (!row?.isEnabled || !open.view.notify_on_close) return {};
  const app = installedApp(row);
  const payload = {
    type: 'view_closed',
    ...slackActor(ctx, app, user),
    view: slackView(open.view, knownOf(app, open), {}),
    is_cleared: false,
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const url = addressFor(app.manifest, 'actions');
  await bestEffort(ctx.logger, 'an app was not told of a closed form', () => askApp(ctx, app, { url, body }));
  return {};
}
