import type { GetTemporaryUrlRequest, GetTemporaryUrlResponse } from '@parley/proto/upload/v1/files';
import { type Call, requirePrincipal } from '@parley/rpc';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { lastAccessEndOf } from '../db/access-ends.ts';
import { pathName } from '../domain/file-name.ts';
import { signToken, temporaryUrlMs } from '../domain/temporary-token.ts';
import { readableFile } from '../files/access.ts';

/**
 * Returns a URL that opens a file without credentials for a minute, while the caller may read the file and until all their access
 * ends.
 * @throws NOT_FOUND when the caller may not read the file; ACCESS_DENIED when it is harmful or was not scanned yet, and for an API
 * key whose limits exclude it
 */
export async function getTemporaryUrl(
  ctx: Ctx,
  { pathId }: GetTemporaryUrlRequest,
  call: Call,
): Promise<GetTemporaryUrlResponse> {
  const caller = requirePrincipal(call);
  // Read first, so that an end of access in between makes the URL invalid.
  const accessEnd = await lastAccessEndOf(ctx.db, caller.userId);
  const { attachmentId, fileName } = await readableFile(ctx, pathId, call);
  const expiresAt = ctx.clock.now() + temporaryUrlMs;
  const holder = { userId: caller.userId, accessEnd };
  const token = signToken({ attachmentId, expiresAt, holder }, ctx.secretKey);
  const url = `/user_uploads/temporary/${token}/${encodeURIComponent(pathName(fileName))}`;
  return { url: handOut('file address', url, caller) };
}
