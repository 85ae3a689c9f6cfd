import type {
  ListPersonExportsRequest,
  ListPersonExportsResponse,
} from '@parley/proto/useradmin/v1/person_exports';
import { isOfOperator, personOf } from '@parley/rpc';
import { requireCredential } from '../../kernel/credential.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { listPersonExports as readExports } from '../db/exports.ts';
import { presentPersonExport } from '../domain/rules.ts';
import { holderOf } from '../holders.ts';

/**
 * Returns exports of people's data, newest first. When `userId` is the caller, returns only their own. Otherwise returns all,
 * which is permitted to owners and operators.
 * @throws UNAUTHORIZED_PRINCIPAL for a caller who may not see the exports
 */
export async function listPersonExports(
  ctx: Ctx,
  { userId }: ListPersonExportsRequest,
  scope: DbScope,
): Promise<ListPersonExportsResponse> {
  const caller = isOfOperator(scope.call) ? undefined : await scope.caller();
  const isOwn = caller?.userId === userId;
  if (caller && !isOwn) requireRole(caller, 'owners');
  const viewer = { person: caller, keyScope: personOf(scope.call)?.keyScope };
  const holder = await holderOf(scope, caller?.userId);
  // After the generation of the person's access was read: a key that has ended gets no address of the new generation.
  if (caller) await requireCredential(scope);
  const view = { ...ctx.config, now: Date.now(), viewer, holder };
  const rows = await readExports(scope, isOwn ? userId : undefined);
  return { exports: rows.map((row) => presentPersonExport(row, view)) };
}
