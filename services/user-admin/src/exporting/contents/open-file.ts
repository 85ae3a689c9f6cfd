import { ParleyError } from '@parley/core';
import type { ReadFileRequest } from '@parley/proto/upload/v1/files';
import type { Entry } from '../domain/tar.ts';
import type { Source } from './source.ts';

/**
 * Bytes are received while the caller iterates. Undefined for a file that was deleted during the export.
 * @param headOnly leaves the bytes out, to see whether the file is there
 */
export async function openFile(
  { ctx, scope }: Source,
  file: NonNullable<ReadFileRequest['file']>,
  headOnly = false,
): Promise<Pick<Entry, 'size' | 'chunks'> | undefined> {
  const request = { file, range: '', ifRange: '', ifNoneMatch: '', headOnly };
  try {
    // The call has no time limit of its own, because reading a large file takes long. The time limit of the attempt applies.
    const { response, bytes } = await ctx.rpc.files.readFile(request, scope.call);
    if (headOnly) bytes.resume();
    return { size: response.contentLength, chunks: bytes };
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
