import { errors, required } from '@parley/core';
import {
  DescribedFile,
  type DescribeFilesRequest,
  type DescribeFilesResponse,
} from '@parley/proto/upload/v1/files';
import { type Call, isOfOperator, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { attachmentsByPaths } from '../db/attachments.ts';
import { mayRead } from '../files/access.ts';
import { thumbnailUrl } from '../images/thumbnails.ts';

const maxPaths = 1_000;
const maxFiles = 50;

/** The oldest `maxFiles` that the caller may read: those of a message. Imports, on behalf of nobody, ask for many messages together. */
export async function describeFiles(
  ctx: Ctx,
  { pathIds }: DescribeFilesRequest,
  call: Call,
): Promise<DescribeFilesResponse> {
  const readsAll = isOfOperator(call);
  if (!readsAll) requirePrincipal(call);
  if (pathIds.length > maxPaths) throw errors.badRequest('Too many files.');
  const files: DescribedFile[] = [];
  // The spelling of each path in the message, by the stored spelling (Unicode form NFC).
  const spelt = new Map(pathIds.map((pathId) => [pathId.normalize('NFC'), pathId]));
  for (const file of await attachmentsByPaths(ctx.db, [...spelt.keys()], readsAll ? maxPaths : maxFiles)) {
    if (!readsAll && !(await mayRead(ctx, file, call))) continue;
    const { fileName, contentType, width, height } = file;
    const isShown = width !== null && height !== null && file.scanState === 'clean';
    files.push(
      DescribedFile.create({
        pathId: required(spelt.get(file.pathId), 'path of a file'),
        fileName,
        contentType,
        ...(isShown && { width, height, thumbnailUrl: thumbnailUrl(file) }),
      }),
    );
  }
  return { files };
}
