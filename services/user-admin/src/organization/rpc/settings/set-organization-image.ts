import { errors } from '@parley/core';
import {
  SetOrganizationImageRequest_Image as Image,
  type SetOrganizationImageRequest,
  type SetOrganizationImageResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { sharedSettings } from '../../domain/realm-fields.ts';
import { administer } from '../../settings/administer.ts';
import { storeSettings } from '../../settings/change-settings.ts';

/** Settings that say where an image is and where it comes from: uploaded, or as it is without. */
const settingsOf = {
  [Image.ICON]: { url: 'icon_url', source: 'icon_source', without: 'G' },
  [Image.LOGO]: { url: 'logo_url', source: 'logo_source', without: 'D' },
  [Image.NIGHT_LOGO]: { url: 'night_logo_url', source: 'night_logo_source', without: 'D' },
} as const;

const storedPath = /^\/user_avatars\/[\w/.-]{1,200}$/;

/**
 * The organization's icon or logo is an uploaded image, or none any more.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function setOrganizationImage(
  ctx: Ctx,
  { image, path, onlyCheck }: SetOrganizationImageRequest,
  call: Call,
): Promise<SetOrganizationImageResponse> {
  const names = settingsOf[image as keyof typeof settingsOf];
  if (!names || (path !== '' && !storedPath.test(path))) throw errors.badRequest('Invalid image');
  return administer(ctx, call, 'administrators', async (tx) => {
    const before = await readRealm(tx, ctx.config);
    if (onlyCheck) return { url: '' };
    if (before.settings[names.url] !== path) {
      await storeSettings(ctx, tx, call, before, [
        { name: names.url, value: path },
        { name: names.source, value: path === '' ? names.without : 'U' },
      ]);
    }
    return { url: String(sharedSettings(await readRealm(tx, ctx.config))[names.url]) };
  });
}
