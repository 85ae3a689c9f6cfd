import { ParleyError } from '@parley/core';
import type { ReadFileRequest } from '@parley/proto/upload/v1/files';
import type { Entry } from '../domain/tar.ts';
import type { Source } from './source.ts';

/**
 * Opens a stored file. Returns its size, and its bytes, which are received while the caller iterates. Returns undefined for a
 * file that does not exist, for example because it was deleted during the export.
 */
export async function openFile(
  { ctx, scope }: Source,
  file: NonNullable<ReadFileRequest['file']>,
): Promise<Pick<Entry, 'size' | 'chunks'> | undefined> {
  const request = { file, range: '', ifRange: '', ifNoneMatch: '', headOnly: false };
  try {
    // The call has no time limit of its own, because reading a large file takes long. The time limit of the attempt applies.
    const { response, bytes } = await ctx.rpc.files.readFile(request, scope.call);
    return { size: response.contentLength, chunks: bytes };
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
