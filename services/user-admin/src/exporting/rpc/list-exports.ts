import { jsonBytes } from '@parley/core';
import type { ListExportsRequest, ListExportsResponse } from '@parley/proto/useradmin/v1/organization';
import { isOfOperator, personOf } from '@parley/rpc';
import { requireCredential } from '../../kernel/credential.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { listExports as readExports } from '../db/exports.ts';
import { presentExport } from '../domain/rules.ts';
import { holderOf } from '../holders.ts';

/**
 * Returns the newest exports of the organization, with download URLs that are valid for a day at most. Administrators and
 * operators may call it.
 * @throws UNAUTHORIZED_PRINCIPAL for other people
 */
export async function listExports(
  ctx: Ctx,
  _request: ListExportsRequest,
  scope: DbScope,
): Promise<ListExportsResponse> {
  const person = isOfOperator(scope.call) ? undefined : await scope.caller();
  if (person) requireRole(person, 'administrators');
  const viewer = { person, keyScope: personOf(scope.call)?.keyScope };
  const holder = await holderOf(scope, person?.userId);
  // After the generation of the person's access was read: a key that has ended gets no address of the new generation.
  if (person) await requireCredential(scope);
  const view = { ...ctx.config, now: Date.now(), viewer, holder };
  return { exportsJson: jsonBytes((await readExports(scope)).map((row) => presentExport(row, view))) };
}
