import type { References, UploadInfo } from '@parley/markdown';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/** Places a message's links may lead to. */
const maxPaths = 1_000;
/** A message is not held up for its previews, milliseconds. */
const waitMs = 2_000;

/** What is known of the files a message links, by path. Without an answer they are linked, not shown. */
export async function findUploads(
  { upload, logger }: Ctx,
  { uploads }: References,
  call: Call,
): Promise<ReadonlyMap<string, UploadInfo>> {
  if (!upload || uploads.length === 0) return new Map();
  try {
    const deadline = Math.min(call.deadline, Date.now() + waitMs);
    const pathIds = uploads.slice(0, maxPaths);
    const { files } = await upload.describeFiles({ pathIds }, { ...call, deadline }, { idempotent: true });
    return new Map(
      files.map(({ pathId, fileName: name, contentType, width, height, thumbnailUrl: thumbnail }) => {
        const shown = width === undefined || height === undefined ? {} : { width, height, thumbnail };
        return [pathId, { name, contentType, ...shown }];
      }),
    );
  } catch (error) {
    logger.warn({ reason: (error as Error).message }, 'previews are left out');
    return new Map();
  }
}
