import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { addDomain } from './add-domain.ts';
import { addEmoji } from './add-emoji.ts';
import { addLinkifier } from './add-linkifier.ts';
import { addPlayground } from './add-playground.ts';
import { addProfileField } from './add-profile-field.ts';
import { checkNewEmoji } from './check-new-emoji.ts';
import { listDomains } from './list-domains.ts';
import { listEmoji } from './list-emoji.ts';
import { listLinkifiers } from './list-linkifiers.ts';
import { listProfileFields } from './list-profile-fields.ts';
import { removeDomain } from './remove-domain.ts';
import { removeEmoji } from './remove-emoji.ts';
import { removeLinkifier } from './remove-linkifier.ts';
import { removePlayground } from './remove-playground.ts';
import { removeProfileField } from './remove-profile-field.ts';
import { reorderLinkifiers } from './reorder-linkifiers.ts';
import { reorderProfileFields } from './reorder-profile-fields.ts';
import { updateDomain } from './update-domain.ts';
import { updateLinkifier } from './update-linkifier.ts';
import { updateProfileField } from './update-profile-field.ts';

/** RPCs about what administrators define for everyone: linkifiers, playgrounds, domains, profile fields, emoji. */
export const definitionHandlers = {
  addDomain,
  addEmoji,
  addLinkifier,
  addPlayground,
  addProfileField,
  checkNewEmoji,
  listDomains,
  listEmoji,
  listLinkifiers,
  listProfileFields,
  removeDomain,
  removeEmoji,
  removeLinkifier,
  removePlayground,
  removeProfileField,
  reorderLinkifiers,
  reorderProfileFields,
  updateDomain,
  updateLinkifier,
  updateProfileField,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
