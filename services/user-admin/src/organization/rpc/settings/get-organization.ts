import type { GetOrganizationResponse } from '@parley/proto/useradmin/v1/user_admin';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { sharedSettingsJson } from '../../settings/shared-settings.ts';

/** The organization's settings, for other services' directories. @throws UNAVAILABLE before it is created. */
export async function getOrganization(ctx: Ctx): Promise<GetOrganizationResponse> {
  const { value, snapshot } = await ctx.db.snapshot(async (tx) =>
    sharedSettingsJson(tx, await readRealm(tx, ctx.config)),
  );
  return { settingsJson: value, snapshot };
}
