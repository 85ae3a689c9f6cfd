import { errors, jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type FindBlockOptionsRequest, FindBlockOptionsResponse } from '@parley/proto/integrations/v1/apps';
import { askApp } from '../apps/presses/ask-app.ts';
import { findPressed } from '../apps/presses/containers.ts';
import { slackActor } from '../apps/slack-parts.ts';
import type { Ctx } from '../context.ts';
import { addressFor } from '../domain/apps/manifest.ts';
import { findControl } from '../domain/blocks/controls.ts';
import { readOptions } from '../domain/blocks/read-options.ts';

/**
 * Asks an app for the options of a select.
 * @throws BAD_REQUEST when there is no such control, or the app offers no options; UNAVAILABLE when it does not answer
 */
export async function findBlockOptions(
  ctx: Ctx,
  { container, blockId, actionId, query }: FindBlockOptionsRequest,
  scope: Scope,
): Promise<FindBlockOptionsResponse> {
  const user = await scope.caller();
  const found = await findPressed(ctx, container, scope);
  if ('widget' in found) throw errors.badRequest('There is no such control.');
  const type = findControl(found.blocks, blockId, actionId)?.control.type;
  if (type !== 'external_select' && type !== 'multi_external_select')
    throw errors.badRequest('There is no such control.');
  const payload = {
    type: 'block_suggestion',
    ...slackActor(ctx, found.app, user),
    ...found.slack({}),
    block_id: blockId,
    action_id: actionId,
    value: query,
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const url = addressFor(found.app.manifest, 'options');
  const answer = await askApp(ctx, found.app, { url, body });
  const options = 'failure' in answer ? undefined : readOptions(answer.body);
  if (!options) throw errors.badRequest('The app did not answer with options.');
  return FindBlockOptionsResponse.create({ foundData: jsonBytes(options) });
}
