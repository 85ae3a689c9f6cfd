import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { getOrganization } from './get-organization.ts';
import { getServerSettings } from './get-server-settings.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listExports } from './list-exports.ts';
import { requestExport } from './request-export.ts';
import { setOrganizationImage } from './set-organization-image.ts';
import { testWelcomeMessage } from './test-welcome-message.ts';
import { updateOrganization } from './update-organization.ts';
import { updateUserSettingsDefaults } from './update-user-settings-defaults.ts';

/** RPCs about the organization and its settings. */
export const settingsHandlers = (ctx: Ctx) =>
  ({
    getOrganization: () => getOrganization(ctx),
    getServerSettings: () => getServerSettings(ctx),
    listAuditEntries: (request, call) => listAuditEntries(ctx, request, call),
    listExports: (request, call) => listExports(ctx, request, call),
    requestExport: (request, call) => requestExport(ctx, request, call),
    setOrganizationImage: (request, call) => setOrganizationImage(ctx, request, call),
    testWelcomeMessage: (request, call) => testWelcomeMessage(ctx, request, call),
    updateOrganization: (request, call) => updateOrganization(ctx, request, call),
    updateUserSettingsDefaults: (request, call) => updateUserSettingsDefaults(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
