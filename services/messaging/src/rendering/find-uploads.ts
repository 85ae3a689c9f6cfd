import type { Scope } from '@parley/facts';
import type { References, UploadInfo } from '@parley/markdown';
import type { Ctx } from '../context.ts';

/** Maximum number of links in one message that are looked up. */
const maxPaths = 1_000;
/** Time limit of the lookup in milliseconds. After it, the message is sent with plain links instead of previews. */
const waitMs = 2_000;

/** Empty when the upload service does not answer; the files then appear as links. */
export async function findUploads(
  { upload, logger }: Ctx,
  { uploads }: References,
  scope: Scope,
): Promise<ReadonlyMap<string, UploadInfo>> {
  if (!upload || uploads.length === 0) return new Map();
  try {
    const deadline = Math.min(scope.call.deadline, Date.now() + waitMs);
    const pathIds = uploads.slice(0, maxPaths);
    const { files } = await upload.describeFiles({ pathIds }, { ...scope.call, deadline });
    return new Map(
      files.map(({ pathId, fileName: name, contentType, width, height, thumbnailUrl: thumbnail }) => {
        const shown = width === undefined || height === undefined ? {} : { width, height, thumbnail };
        return [pathId, { name, contentType, ...shown }];
      }),
    );
  } catch (error) {
    logger.warn({ err: error }, 'linked files could not be looked up; previews are left out');
    return new Map();
  }
}
