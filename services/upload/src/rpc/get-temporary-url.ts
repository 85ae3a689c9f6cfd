import type { GetTemporaryUrlRequest, GetTemporaryUrlResponse } from '@parley/proto/upload/v1/files';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { accessGenerationOf } from '../db/ended-access.ts';
import { pathName } from '../domain/file-name.ts';
import { signToken } from '../domain/temporary-token.ts';
import { readableFile } from '../files/access.ts';

const lifetimeMs = 60_000;

/**
 * Returns a URL that opens a file without credentials for a minute, unless all access of the caller ends earlier.
 * @throws NOT_FOUND when the caller may not read the file; ACCESS_DENIED when it is harmful or was not scanned yet
 */
export async function getTemporaryUrl(
  ctx: Ctx,
  { pathId }: GetTemporaryUrlRequest,
  call: Call,
): Promise<GetTemporaryUrlResponse> {
  const { userId } = requirePrincipal(call);
  const generation = await accessGenerationOf(ctx.db, userId);
  const { attachmentId, fileName } = await readableFile(ctx, pathId, call);
  const expiresAt = ctx.clock.now() + lifetimeMs;
  const holder = { kind: 'person', userId, generation } as const;
  const token = signToken({ attachmentId, expiresAt, holder }, ctx.secretKey);
  return { url: `/user_uploads/temporary/${token}/${encodeURIComponent(pathName(fileName))}` };
}
