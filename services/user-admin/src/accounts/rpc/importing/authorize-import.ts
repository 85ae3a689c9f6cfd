import type { AuthorizeImportRequest, AuthorizeImportResponse } from '@parley/proto/useradmin/v1/importing';
import { isOfOperator } from '@parley/rpc';
import { requireOwner } from '../../../kernel/domain/authority.ts';
import { prove } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

/**
 * Checks that the caller may see or change imports. Returns the owner who calls; 0 for an operator.
 * @throws UNAUTHORIZED_PRINCIPAL for people who are no owners; for changes, the errors of `prove`
 */
export async function authorizeImport(
  _ctx: Ctx,
  { changes }: AuthorizeImportRequest,
  scope: DbScope,
): Promise<AuthorizeImportResponse> {
  if (isOfOperator(scope.call)) return { userId: 0 };
  return scope.transaction(async (tx) => {
    const caller = await tx.caller();
    requireOwner(caller);
    // An archive brings accounts with roles, which people get who have their addresses. A dry run needs the same: the server opens a file
    // for the caller, and the report shows people and addresses of the archive.
    if (changes) await prove(tx, 'sign-in', caller.userId);
    return { userId: caller.userId };
  });
}
