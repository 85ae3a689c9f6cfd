import { errors } from '@parley/core';
import type { ImportPeopleRequest, ImportPeopleResponse } from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { lockRolesForShare } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { importPeople as importThem } from '../../importing/import-people.ts';

const maxPeople = 200;

/** Repeating a call changes nothing. */
export async function importPeople(
  ctx: Ctx,
  { importId, source, mergePeople, dryRun, people, takenNames }: ImportPeopleRequest,
  scope: DbScope,
): Promise<ImportPeopleResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (people.length > maxPeople) throw errors.badRequest('Too many people.');
  const results = await scope.write(async (tx) => {
    await lockRolesForShare(tx);
    return importThem(ctx, tx, { importId, source, mergePeople, isDryRun: dryRun, takenNames }, people);
  });
  return { results };
}
