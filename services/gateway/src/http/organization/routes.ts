import type { AnyRoute } from '../../edge/route.ts';
import { addDomain, getDomains, removeDomain, updateDomain } from './domains.ts';
import { getEmoji } from './emoji.ts';
import { exportRealm } from './export-realm.ts';
import { getRealmExportConsents } from './get-realm-export-consents.ts';
import { getRealmExports } from './get-realm-exports.ts';
import {
  addLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from './linkifiers.ts';
import { addPlayground, removePlayground } from './playgrounds.ts';
import {
  createProfileField,
  getProfileFields,
  removeProfileField,
  reorderProfileFields,
  updateProfileField,
} from './profile-fields.ts';
import { testWelcomeMessage } from './test-welcome-message.ts';
import { updateOrganization } from './update-organization.ts';
import { updateUserSettingsDefaults } from './user-settings-defaults.ts';

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
