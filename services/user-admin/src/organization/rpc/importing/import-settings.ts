import { isRecord } from '@parley/core';
import type { ImportSettingsRequest, ImportSettingsResponse } from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { lockOrganization } from '../../db/organization.ts';
import { importSettings as apply } from '../../importing/import-settings.ts';

/** For an organization in which nobody is yet. Repeating a call changes nothing. */
export async function importSettings(
  ctx: Ctx,
  { settingsJson, dryRun }: ImportSettingsRequest,
  scope: DbScope,
): Promise<ImportSettingsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const given: unknown = JSON.parse(settingsJson.toString());
  if (!isRecord(given)) throw new TypeError('The settings are no object.');
  return scope.write(async (tx) => {
    await lockOrganization(tx);
    return apply(ctx, tx, given, dryRun);
  });
}
