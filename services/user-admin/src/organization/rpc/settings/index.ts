import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
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
export const settingsHandlers = {
  getOrganization,
  getServerSettings,
  listAuditEntries,
  listExports,
  requestExport,
  setOrganizationImage,
  testWelcomeMessage,
  updateOrganization,
  updateUserSettingsDefaults,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
