import { errors } from '@parley/core';
import type { SetImportedImageRequest, SetImportedImageResponse } from '@parley/proto/useradmin/v1/importing';
import { requireOperator } from '@parley/rpc';
import { vouch } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { lockOrganization } from '../../db/organization.ts';
import { imageChanges } from '../../domain/images.ts';
import { storeSettings } from '../../settings/change-settings.ts';

/** For an organization in which nobody is yet, as `importSettings`. */
export async function setImportedImage(
  ctx: Ctx,
  { image, path }: SetImportedImageRequest,
  scope: DbScope,
): Promise<SetImportedImageResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const found = imageChanges(image, path);
  if (!found || path === '') throw errors.badRequest('Invalid image');
  await scope.write(async (tx) => {
    await lockOrganization(tx);
    if ((await tx.settings())[found.url] === path) return;
    await storeSettings(tx, found.changes, async (by, values) => vouch(by, 'operator', 'setting', values));
  });
  return {};
}
