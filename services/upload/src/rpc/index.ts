import type { UploadBytesServiceService, UploadServiceService } from '@parley/proto/upload/v1/upload';
import { type ByteHandlers, bindHandlers, type Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { handlersByName } from '../gen/handlers.ts';

export const handlers = (ctx: Ctx) =>
  bindHandlers<Ctx, Handlers<typeof UploadServiceService>>(ctx, handlersByName);

/** Returns the handlers of the RPCs that transfer the bytes of a file in addition to a message. */
export const byteHandlers = (ctx: Ctx) =>
  bindHandlers<Ctx, ByteHandlers<typeof UploadBytesServiceService>>(ctx, handlersByName);
