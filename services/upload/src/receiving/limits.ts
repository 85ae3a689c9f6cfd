/** Limits that keep uploads from filling the store. */
import { errors, errorText, ParleyError } from '@parley/core';
import type { Ctx } from '../context.ts';
import type { Usage } from '../db/attachments.ts';

const mib = 1024 * 1024;

/** Checks the organization's quota. @throws PAYLOAD_TOO_LARGE when `used` is larger, in bytes */
export function checkQuota({ limits }: Pick<Ctx, 'limits'>, used: number): void {
  if (limits.quotaBytes === 0 || used <= limits.quotaBytes) return;
  throw new ParleyError('PAYLOAD_TOO_LARGE', 'Upload would exceed your organization’s upload quota.');
}

/** @param used including the file to check @throws BAD_REQUEST for too many files; PAYLOAD_TOO_LARGE */
export function checkPersonalLimits({ limits }: Pick<Ctx, 'limits'>, { files, bytes }: Usage): void {
  if (limits.maxFiles > 0 && files > limits.maxFiles) {
    throw errors.badRequest(
      errorText('You have {limit} files, as many as you may. Delete some first.', { limit: limits.maxFiles }),
    );
  }
  if (limits.personBytes > 0 && bytes > limits.personBytes) {
    const limit = Math.round(limits.personBytes / mib);
    throw new ParleyError(
      'PAYLOAD_TOO_LARGE',
      errorText('Your files together may have {limit} MiB. Delete some first.', { limit }),
    );
  }
}
