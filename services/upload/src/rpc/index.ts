import type { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { ByteHandlers, Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { appendUpload } from './append-upload.ts';
import { beginUpload } from './begin-upload.ts';
import { cancelUpload } from './cancel-upload.ts';
import { deleteAttachment } from './delete-attachment.ts';
import { describeFiles } from './describe-files.ts';
import { findDetached } from './find-detached.ts';
import { getAttachments } from './get-attachments.ts';
import { getInitialState } from './get-initial-state.ts';
import { getTemporaryUrl } from './get-temporary-url.ts';
import { getUpload } from './get-upload.ts';
import { readFile } from './read-file.ts';
import { storeFile } from './store-file.ts';
import { storeImage } from './store-image.ts';

/** Every RPC of the service without bytes beside its messages. */
export function handlers(ctx: Ctx): Handlers<typeof UploadServiceService> {
  return {
    getAttachments: (_request, call) => getAttachments(ctx, call),
    deleteAttachment: (request, call) => deleteAttachment(ctx, request, call),
    getInitialState: () => getInitialState(ctx),
    beginUpload: (request, call) => beginUpload(ctx, request, call),
    getUpload: (request, call) => getUpload(ctx, request, call),
    cancelUpload: (request, call) => cancelUpload(ctx, request, call),
    describeFiles: (request, call) => describeFiles(ctx, request, call),
    findDetached: (request, call) => findDetached(ctx, request, call),
    getTemporaryUrl: (request, call) => getTemporaryUrl(ctx, request, call),
    storeImage: (request, call) => storeImage(ctx, request, call),
  };
}

/** RPCs that carry a file's bytes beside their messages. */
export function byteHandlers(ctx: Ctx): ByteHandlers<typeof UploadBytesServiceService> {
  return {
    storeFile: (request, bytes, call) => storeFile(ctx, request, bytes, call),
    appendUpload: (request, bytes, call) => appendUpload(ctx, request, bytes, call),
    readFile: (request, _bytes, call) => readFile(ctx, request, call),
  };
}
