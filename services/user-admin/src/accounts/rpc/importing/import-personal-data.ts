import { errors } from '@parley/core';
import type {
  ImportPersonalDataRequest,
  ImportPersonalDataResponse,
} from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { type RefusedData, importPersonalData as store } from '../../importing/import-personal-data.ts';

const maxPeople = 200;

/**
 * Stores profile values, muted people and statuses of an import. What people have already stays. Repeating a call changes nothing.
 * @throws UNAUTHORIZED_PRINCIPAL for a call of a person
 */
export async function importPersonalData(
  ctx: Ctx,
  { people }: ImportPersonalDataRequest,
  scope: DbScope,
): Promise<ImportPersonalDataResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (people.length > maxPeople) throw errors.badRequest('Too many people.');
  const refused = await scope.write(async (tx) => {
    const answers: RefusedData[] = [];
    for (const person of people) answers.push(await store(tx, person));
    return answers;
  });
  return { refused };
}
