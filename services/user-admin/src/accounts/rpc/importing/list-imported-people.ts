import type {
  ListImportedPeopleRequest,
  ListImportedPeopleResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { removablePeople } from '../../db/imports.ts';

/** Returns the people whom an import created, who have not signed in, and whom no other import uses. */
export async function listImportedPeople(
  _ctx: Ctx,
  { importId }: ListImportedPeopleRequest,
  scope: DbScope,
): Promise<ListImportedPeopleResponse> {
  requireOperator(scope.call);
  return { userIds: await removablePeople(scope, importId) };
}
