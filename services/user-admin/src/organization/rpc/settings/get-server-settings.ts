import { jsonBytes } from '@parley/core';
import type { GetServerSettingsResponse } from '@parley/proto/useradmin/v1/user_admin';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { renderDescription } from '../../domain/description.ts';
import { serverSettingsFields } from '../../domain/server-settings.ts';

/** The organization's part of GET /server_settings (contract, `get-server-settings`). */
export async function getServerSettings(ctx: Ctx): Promise<GetServerSettingsResponse> {
  const realm = await readRealm(ctx.db, ctx.config);
  const fields = serverSettingsFields(realm, renderDescription(realm.settings.description, realm.publicUrl));
  return { fieldsJson: jsonBytes(fields) };
}
