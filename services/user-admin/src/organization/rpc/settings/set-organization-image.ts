import { errors } from '@parley/core';
import type {
  SetOrganizationImageRequest,
  SetOrganizationImageResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { imageChanges } from '../../domain/images.ts';
import { sharedSettings } from '../../domain/realm-fields.ts';
import { administer } from '../../settings/administer.ts';
import { storeSettings } from '../../settings/change-settings.ts';

/**
 * Sets the organization's icon or logo to an uploaded image; with an empty path, removes it. With `onlyCheck`, only checks that
 * the caller may do this.
 * @throws BAD_REQUEST when the kind of image is unknown, or the path is invalid; UNAUTHORIZED_PRINCIPAL when the caller is not
 * an administrator
 */
export async function setOrganizationImage(
  _ctx: Ctx,
  { image, path, onlyCheck }: SetOrganizationImageRequest,
  scope: DbScope,
): Promise<SetOrganizationImageResponse> {
  const found = imageChanges(image, path);
  if (!found) throw errors.badRequest('Invalid image');
  return administer(scope, 'administrators', async (tx) => {
    if (onlyCheck) return { url: '' };
    if ((await tx.settings())[found.url] !== path) await storeSettings(tx, found.changes);
    return { url: String(sharedSettings(await tx.organization())[found.url]) };
  });
}
