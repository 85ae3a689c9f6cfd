import { errors, ParleyError } from '@parley/core';
import { type Locker, Server } from '@tus/server';
import type { Ctx } from '../../context.ts';
import { renderFailure } from '../../edge/failure.ts';
import type { Transfer, TransferRequest } from '../../edge/transfer.ts';
import { UploadServiceStore } from './upload-service-store.ts';

const path = '/api/v1/tus';

const shared = {
  operation: 'resumable-upload',
  summary: 'Uploads a file in as many goes as it takes, by the tus protocol 1.0.',
  auth: 'required',
  handle: serve,
} as const;

/** Where uploads are created. */
export const resumableUploads: Transfer = {
  ...shared,
  methods: ['OPTIONS', 'POST'],
  path,
  takesRest: false,
};

/** One upload. */
export const resumableUpload: Transfer = {
  ...shared,
  methods: ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'],
  path,
  takesRest: true,
};

/** The service that stores needs no locks: of two that write at the same place, one finds that it came too late. */
const noLocks: Locker = {
  newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }),
};

async function serve(ctx: Ctx, transfer: TransferRequest): Promise<undefined> {
  const { request, response, requestId } = transfer;
  const store = new UploadServiceStore(ctx, transfer);
  const server = new Server({
    path,
    datastore: store,
    locker: noLocks,
    maxSize: ctx.config.maxUploadMib * 1024 * 1024,
    generateUrl: (_request, { id }) => `${path}/${id}`,
    allowedHeaders: ['Authorization'],
    async onUploadFinish() {
      const file = await store.finished();
      return {
        status_code: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          result: 'success',
          msg: '',
          url: file.url,
          uri: file.url,
          filename: file.fileName,
        }),
      };
    },
    onResponseError(_request, error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500)
        ctx.exchanges.failed({ operation: shared.operation, requestId }, refusal, error);
      return { status_code: refusal.status, body: renderFailure(refusal, requestId).body };
    },
  });
  await server.handle(request, response);
  return undefined;
}

/** What the library or a service refused with, as an error of the catalogue. */
function refusalOf(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const { status_code: status, body } = error as { status_code?: number; body?: string };
  if (status === undefined || status >= 500) {
    return status === 501 ? errors.badRequest(body!.trim()) : errors.internal();
  }
  return new ParleyError('BAD_REQUEST', body?.trim() ?? 'Malformed request', {}, status);
}
