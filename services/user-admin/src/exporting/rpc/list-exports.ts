import { jsonBytes } from '@parley/core';
import type { ListExportsRequest, ListExportsResponse } from '@parley/proto/useradmin/v1/organization';
import type { Scope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { listExports as readExports } from '../db/exports.ts';
import { presentExport } from '../domain/rules.ts';
import { holderOf } from '../holder-of.ts';

/**
 * Returns the newest exports of the organization, with download URLs that are valid for a day. Only administrators may call it.
 * @throws UNAUTHORIZED_PRINCIPAL for other people, UNAUTHORIZED
 */
export async function listExports(
  ctx: Ctx,
  _request: ListExportsRequest,
  scope: Scope,
): Promise<ListExportsResponse> {
  const caller = await scope.caller();
  requireRole(caller, 'administrators');
  const view = { ...ctx.config, now: Date.now(), holder: await holderOf(scope, caller.userId) };
  return { exportsJson: jsonBytes((await readExports(scope)).map((row) => presentExport(row, view))) };
}
