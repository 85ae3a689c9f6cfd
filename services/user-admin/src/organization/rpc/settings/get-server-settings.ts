import { jsonBytes } from '@parley/core';
import type { GetServerSettingsResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { renderDescription } from '../../domain/description.ts';
import { serverSettingsFields } from '../../domain/server-settings.ts';

/** Returns the organization's fields of GET /server_settings. */
export async function getServerSettings(
  _ctx: Ctx,
  _request: unknown,
  scope: Scope,
): Promise<GetServerSettingsResponse> {
  const organization = await scope.organization();
  const fields = serverSettingsFields(
    organization,
    renderDescription(organization.settings.description, organization.publicUrl),
  );
  return { fieldsJson: jsonBytes(fields) };
}
