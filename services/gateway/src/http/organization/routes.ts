import type { AnyRoute } from '../../edge/route.ts';
import { addCodePlayground } from './add-code-playground.ts';
import { addLinkifier } from './add-linkifier.ts';
import { addRealmDomain } from './add-realm-domain.ts';
import { createCustomProfileField } from './create-custom-profile-field.ts';
import { exportRealm } from './export-realm.ts';
import { getCustomEmoji } from './get-custom-emoji.ts';
import { getCustomProfileFields } from './get-custom-profile-fields.ts';
import { getLinkifiers } from './get-linkifiers.ts';
import { getRealmDomains } from './get-realm-domains.ts';
import { getRealmExportConsents } from './get-realm-export-consents.ts';
import { getRealmExports } from './get-realm-exports.ts';
import { removeCodePlayground } from './remove-code-playground.ts';
import { removeCustomProfileField } from './remove-custom-profile-field.ts';
import { removeLinkifier } from './remove-linkifier.ts';
import { removeRealmDomain } from './remove-realm-domain.ts';
import { reorderCustomProfileFields } from './reorder-custom-profile-fields.ts';
import { reorderLinkifiers } from './reorder-linkifiers.ts';
import { testWelcomeBotCustomMessage } from './test-welcome-bot-custom-message.ts';
import { updateCustomProfileField } from './update-custom-profile-field.ts';
import { updateLinkifier } from './update-linkifier.ts';
import { updateRealm } from './update-realm.ts';
import { updateRealmDomain } from './update-realm-domain.ts';
import { updateRealmUserSettingsDefaults } from './update-realm-user-settings-defaults.ts';

/** Routes of the organization's settings and definitions. */
export const organizationRoutes: readonly AnyRoute[] = [
  updateRealm,
  updateRealmUserSettingsDefaults,
  getLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  getCustomEmoji,
  addCodePlayground,
  removeCodePlayground,
  getRealmDomains,
  addRealmDomain,
  updateRealmDomain,
  removeRealmDomain,
  getCustomProfileFields,
  createCustomProfileField,
  reorderCustomProfileFields,
  updateCustomProfileField,
  removeCustomProfileField,
  getRealmExports,
  exportRealm,
  getRealmExportConsents,
  testWelcomeBotCustomMessage,
];
