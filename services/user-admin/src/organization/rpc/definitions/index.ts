import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
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
export const definitionHandlers = (ctx: Ctx) =>
  ({
    addDomain: (request, call) => addDomain(ctx, request, call),
    addEmoji: (request, call) => addEmoji(ctx, request, call),
    addLinkifier: (request, call) => addLinkifier(ctx, request, call),
    addPlayground: (request, call) => addPlayground(ctx, request, call),
    addProfileField: (request, call) => addProfileField(ctx, request, call),
    checkNewEmoji: (request, call) => checkNewEmoji(ctx, request, call),
    listDomains: (request, call) => listDomains(ctx, request, call),
    listEmoji: (request, call) => listEmoji(ctx, request, call),
    listLinkifiers: (request, call) => listLinkifiers(ctx, request, call),
    listProfileFields: (request, call) => listProfileFields(ctx, request, call),
    removeDomain: (request, call) => removeDomain(ctx, request, call),
    removeEmoji: (request, call) => removeEmoji(ctx, request, call),
    removeLinkifier: (request, call) => removeLinkifier(ctx, request, call),
    removePlayground: (request, call) => removePlayground(ctx, request, call),
    removeProfileField: (request, call) => removeProfileField(ctx, request, call),
    reorderLinkifiers: (request, call) => reorderLinkifiers(ctx, request, call),
    reorderProfileFields: (request, call) => reorderProfileFields(ctx, request, call),
    updateDomain: (request, call) => updateDomain(ctx, request, call),
    updateLinkifier: (request, call) => updateLinkifier(ctx, request, call),
    updateProfileField: (request, call) => updateProfileField(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
