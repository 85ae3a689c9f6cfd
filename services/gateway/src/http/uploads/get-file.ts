import { partBefore } from '@parley/core';
import type { ReadFileRequest } from '@parley/proto/upload/v1/files';
import type { Ctx } from '../../context.ts';
import type { Transfer, TransferRequest } from '../../edge/declaration/transfer.ts';
import { sendFile } from './send-file.ts';

const temporary = 'temporary/';
const exported = 'exports/';
const thumbnail = 'thumbnail/';

/** Without credentials, a signed URL is needed, except for files in channels which anybody may read. */
export const getFile: Transfer = {
  methods: ['GET', 'HEAD'],
  path: '/user_uploads',
  takesRest: true,
  operation: 'get-file',
  summary: 'Returns an uploaded file or a range of it.',
  auth: 'optional',
  async handle(ctx, transfer) {
    const { rest } = transfer;
    const file = rest.startsWith(exported) ? await archiveAt(ctx, transfer) : fileAt(rest);
    await sendFile(ctx, transfer, file);
    return undefined;
  },
};

type FileOfRequest = NonNullable<ReadFileRequest['file']>;

/** Returns the archive of an export. Its service decides at each request whether the address still opens it. */
async function archiveAt(ctx: Ctx, { rest, call }: TransferRequest): Promise<FileOfRequest> {
  const address = partBefore(rest.slice(exported.length), '/');
  const { exportToken } = await ctx.rpc.userAdmin.openExport({ address }, call);
  return { $case: 'exportToken', exportToken };
}

function fileAt(rest: string): FileOfRequest {
  if (rest.startsWith(temporary)) {
    return { $case: 'temporaryToken', temporaryToken: partBefore(rest.slice(temporary.length), '/') };
  }
  if (rest.startsWith(thumbnail)) {
    const end = rest.lastIndexOf('/');
    const pathId = rest.slice(thumbnail.length, end);
    return { $case: 'thumbnail', thumbnail: { pathId, format: rest.slice(end + 1) } };
  }
  return { $case: 'pathId', pathId: rest };
}
