import type { GetOrganizationResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Ctx } from '../context.ts';
import { readRealm } from '../db/realm.ts';
import { sharedSettings } from '../domain/realm-fields.ts';

/** The organization's settings, for other services' directories. @throws UNAVAILABLE before it is created. */
export async function getOrganization(ctx: Ctx): Promise<GetOrganizationResponse> {
  const { value, snapshot } = await ctx.db.snapshot((tx) => readRealm(tx, ctx.config));
  return { settingsJson: Buffer.from(JSON.stringify(sharedSettings(value))), snapshot };
}
