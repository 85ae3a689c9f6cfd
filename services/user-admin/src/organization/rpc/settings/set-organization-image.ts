import { errors } from '@parley/core';
import {
  SetOrganizationImageRequest_Image as Image,
  type SetOrganizationImageRequest,
  type SetOrganizationImageResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { sharedSettings } from '../../domain/realm-fields.ts';
import { administer } from '../../settings/administer.ts';
import { storeSettings } from '../../settings/change-settings.ts';

/** For each image: the names of the settings for its URL and source, and the value of the source when no image is uploaded. */
const settingsOf = {
  [Image.ICON]: { url: 'icon_url', source: 'icon_source', without: 'G' },
  [Image.LOGO]: { url: 'logo_url', source: 'logo_source', without: 'D' },
  [Image.NIGHT_LOGO]: { url: 'night_logo_url', source: 'night_logo_source', without: 'D' },
} as const;

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

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
  const names = settingsOf[image as keyof typeof settingsOf];
  if (!names || (path !== '' && !storedPath.test(path))) throw errors.badRequest('Invalid image');
  return administer(scope, 'administrators', async (tx) => {
    if (onlyCheck) return { url: '' };
    if ((await tx.settings())[names.url] !== path) {
      await storeSettings(tx, [
        { name: names.url, value: path },
        { name: names.source, value: path === '' ? names.without : 'U' },
      ]);
    }
    return { url: String(sharedSettings(await tx.organization())[names.url]) };
  });
}
