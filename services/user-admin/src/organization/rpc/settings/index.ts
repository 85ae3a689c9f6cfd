import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../../context.ts';
import { addDomain } from '../definitions/add-domain.ts';
import { addEmoji } from '../definitions/add-emoji.ts';
import { addLinkifier } from '../definitions/add-linkifier.ts';
import { addPlayground } from '../definitions/add-playground.ts';
import { addProfileField } from '../definitions/add-profile-field.ts';
import { checkNewEmoji } from '../definitions/check-new-emoji.ts';
import { getServerSettings } from './get-server-settings.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listDomains } from '../definitions/list-domains.ts';
import { listEmoji } from '../definitions/list-emoji.ts';
import { listExportConsents } from '../../../identity/rpc/accounts/list-export-consents.ts';
import { listExports } from './list-exports.ts';
import { listLinkifiers } from '../definitions/list-linkifiers.ts';
import { listProfileFields } from '../definitions/list-profile-fields.ts';
import { removeDomain } from '../definitions/remove-domain.ts';
import { removeEmoji } from '../definitions/remove-emoji.ts';
import { removeLinkifier } from '../definitions/remove-linkifier.ts';
import { removePlayground } from '../definitions/remove-playground.ts';
import { removeProfileField } from '../definitions/remove-profile-field.ts';
import { reorderLinkifiers } from '../definitions/reorder-linkifiers.ts';
import { reorderProfileFields } from '../definitions/reorder-profile-fields.ts';
import { requestExport } from './request-export.ts';
import { setOrganizationImage } from './set-organization-image.ts';
import { testWelcomeMessage } from './test-welcome-message.ts';
import { updateDomain } from '../definitions/update-domain.ts';
import { updateLinkifier } from '../definitions/update-linkifier.ts';
import { updateOrganization } from './update-organization.ts';
import { updateProfileField } from '../definitions/update-profile-field.ts';
import { updateUserSettingsDefaults } from './update-user-settings-defaults.ts';

/** What administrators define for everyone (organization.proto). */
export const organizationHandlers = (ctx: Ctx) =>
  ({
    getServerSettings: () => getServerSettings(ctx),
    updateOrganization: (request, call) => updateOrganization(ctx, request, call),
    setOrganizationImage: (request, call) => setOrganizationImage(ctx, request, call),
    updateUserSettingsDefaults: (request, call) => updateUserSettingsDefaults(ctx, request, call),
    listLinkifiers: (request, call) => listLinkifiers(ctx, request, call),
    addLinkifier: (request, call) => addLinkifier(ctx, request, call),
    updateLinkifier: (request, call) => updateLinkifier(ctx, request, call),
    removeLinkifier: (request, call) => removeLinkifier(ctx, request, call),
    reorderLinkifiers: (request, call) => reorderLinkifiers(ctx, request, call),
    addPlayground: (request, call) => addPlayground(ctx, request, call),
    removePlayground: (request, call) => removePlayground(ctx, request, call),
    listDomains: (request, call) => listDomains(ctx, request, call),
    addDomain: (request, call) => addDomain(ctx, request, call),
    updateDomain: (request, call) => updateDomain(ctx, request, call),
    removeDomain: (request, call) => removeDomain(ctx, request, call),
    listProfileFields: (request, call) => listProfileFields(ctx, request, call),
    addProfileField: (request, call) => addProfileField(ctx, request, call),
    updateProfileField: (request, call) => updateProfileField(ctx, request, call),
    removeProfileField: (request, call) => removeProfileField(ctx, request, call),
    reorderProfileFields: (request, call) => reorderProfileFields(ctx, request, call),
    listEmoji: (request, call) => listEmoji(ctx, request, call),
    checkNewEmoji: (request, call) => checkNewEmoji(ctx, request, call),
    addEmoji: (request, call) => addEmoji(ctx, request, call),
    removeEmoji: (request, call) => removeEmoji(ctx, request, call),
    listExports: (request, call) => listExports(ctx, request, call),
    requestExport: (request, call) => requestExport(ctx, request, call),
    listExportConsents: (request, call) => listExportConsents(ctx, request, call),
    testWelcomeMessage: (request, call) => testWelcomeMessage(ctx, request, call),
    listAuditEntries: (request, call) => listAuditEntries(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
