import type { AnyRoute } from '../../edge/route.ts';
import { addDomain } from './add-domain.ts';
import { addLinkifier } from './add-linkifier.ts';
import { addPlayground } from './add-playground.ts';
import { createProfileField } from './create-profile-field.ts';
import { exportRealm } from './export-realm.ts';
import { getDomains } from './get-domains.ts';
import { getEmoji } from './get-emoji.ts';
import { getLinkifiers } from './get-linkifiers.ts';
import { getProfileFields } from './get-profile-fields.ts';
import { getRealmExportConsents } from './get-realm-export-consents.ts';
import { getRealmExports } from './get-realm-exports.ts';
import { removeDomain } from './remove-domain.ts';
import { removeLinkifier } from './remove-linkifier.ts';
import { removePlayground } from './remove-playground.ts';
import { removeProfileField } from './remove-profile-field.ts';
import { reorderLinkifiers } from './reorder-linkifiers.ts';
import { reorderProfileFields } from './reorder-profile-fields.ts';
import { testWelcomeMessage } from './test-welcome-message.ts';
import { updateDomain } from './update-domain.ts';
import { updateLinkifier } from './update-linkifier.ts';
import { updateOrganization } from './update-organization.ts';
import { updateProfileField } from './update-profile-field.ts';
import { updateUserSettingsDefaults } from './update-user-settings-defaults.ts';

/** What administrators define for everyone. */
export const organizationRoutes: readonly AnyRoute[] = [
  updateOrganization,
  updateUserSettingsDefaults,
  getLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  getEmoji,
  addPlayground,
  removePlayground,
  getDomains,
  addDomain,
  updateDomain,
  removeDomain,
  getProfileFields,
  createProfileField,
  reorderProfileFields,
  updateProfileField,
  removeProfileField,
  getRealmExports,
  exportRealm,
  getRealmExportConsents,
  testWelcomeMessage,
];
