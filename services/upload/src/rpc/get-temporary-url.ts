import type { GetTemporaryUrlRequest, GetTemporaryUrlResponse } from '@parley/proto/upload/v1/files';
import { type Call, requirePrincipal } from '@parley/rpc';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { pathName } from '../domain/file-name.ts';
import { signToken } from '../domain/temporary-token.ts';
import { readableFile } from '../files/access.ts';

const lifetimeMs = 60_000;

/**
 * Returns a URL that opens a file without credentials for a minute.
 * @throws NOT_FOUND when the caller may not read the file; ACCESS_DENIED when it is harmful or was not scanned yet, and for an API
 * key whose limits exclude it
 */
export async function getTemporaryUrl(
  ctx: Ctx,
  { pathId }: GetTemporaryUrlRequest,
  call: Call,
): Promise<GetTemporaryUrlResponse> {
  const caller = requirePrincipal(call);
  const { attachmentId, fileName } = await readableFile(ctx, pathId, call);
  const token = signToken({ attachmentId, expiresAt: ctx.clock.now() + lifetimeMs }, ctx.secretKey);
  const url = `/user_uploads/temporary/${token}/${encodeURIComponent(pathName(fileName))}`;
  return { url: handOut('file address', url, caller) };
}
