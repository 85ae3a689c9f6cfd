import { errors } from '@parley/core';
import type {
  ImportPersonalDataRequest,
  ImportPersonalDataResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { importPersonalData as store } from '../../importing/import-personal-data.ts';

const maxPeople = 200;

/** What people have already stays. Repeating a call changes nothing. */
export async function importPersonalData(
  ctx: Ctx,
  { people }: ImportPersonalDataRequest,
  scope: DbScope,
): Promise<ImportPersonalDataResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (people.length > maxPeople) throw errors.badRequest('Too many people.');
  const refused = await scope.write(async (tx) => {
    const fieldIds: number[][] = [];
    for (const person of people) fieldIds.push(await store(tx, person));
    return fieldIds;
  });
  return { refused: refused.map((fieldIds) => ({ fieldIds })) };
}
