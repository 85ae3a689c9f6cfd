import { errors, errorText, foreignErrorText, ParleyError } from '@parley/core';
import type { StoredFile } from '@parley/proto/upload/v1/receiving';
import type { Language } from '@parley/texts';
import { ERRORS, type Locker, Server } from '@tus/server';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { renderFailure } from '../../edge/answer/failure.ts';
import type { Transfer, TransferRequest } from '../../edge/declaration/transfer.ts';
import { exposedHeaders } from '../../edge/intake/other-origins.ts';
import { fileTooLarge } from './upload-file.ts';
import { UploadServiceStore } from './upload-service-store.ts';

const path = '/api/v1/tus';

const shared = {
  operation: 'resumable-upload',
  summary: 'Uploads a file in parts with the tus protocol 1.0.',
  auth: 'required',
  changes: 'nothing',
  handle: serve,
} as const;

export const resumableUploads: Transfer = {
  ...shared,
  methods: ['OPTIONS', 'POST'],
  path,
  takesRest: false,
};

export const resumableUpload: Transfer = {
  ...shared,
  methods: ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'],
  path,
  takesRest: true,
};

/**
 * Returns the URL of an upload for the header `Location`. It is absolute when the request was sent to the public host, because
 * some clients do not resolve relative URLs. A request to another host, such as a port behind a proxy, gets a path, with which
 * the client continues at that host.
 */
export function addressOf(id: string, host: string | undefined, publicUrl: string): string {
  const { host: publicHost, origin } = new URL(publicUrl);
  return host === publicHost ? `${origin}${path}/${id}` : `${path}/${id}`;
}

/** The upload service needs no locks here, because it refuses one of two concurrent writes at the same offset. */
const noLocks: Locker = {
  newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }),
};

/** The server of the tus library, for one request. It renders errors as error envelopes. */
class TusServer extends Server {
  readonly #requestId: string;
  readonly #language: Language;
  readonly #maxMib: number;
  #refusal: ParleyError | undefined;

  constructor(ctx: Ctx, transfer: TransferRequest) {
    const store = new UploadServiceStore(ctx, transfer);
    super({
      path,
      datastore: store,
      locker: noLocks,
      maxSize: ctx.config.maxUploadMib * 1024 * 1024,
      generateUrl: (_request, { id }) => addressOf(id, transfer.request.headers.host, ctx.config.publicUrl),
      allowedHeaders: ['Authorization'],
      exposedHeaders: ['Upload-Expires', exposedHeaders],
      onUploadFinish: async ({ method }) => answerOf(method, await store.finished()),
      onResponseError: (_request, error) => {
        this.#refusal = refusalOf(error, ctx.config.maxUploadMib);
        if (this.#refusal.status >= 500) {
          const exchange = { operation: shared.operation, requestId: transfer.requestId };
          ctx.exchanges.failed(exchange, this.#refusal, error);
        }
        return { status_code: this.#refusal.status, body: '' };
      },
    });
    this.#requestId = transfer.requestId;
    this.#language = transfer.language;
    this.#maxMib = ctx.config.maxUploadMib;
  }

  override write(
    context: Parameters<Server['write']>[0],
    headers: Parameters<Server['write']>[1],
    status: number,
    body = '',
  ): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body);
    const refusal = this.#refusal ?? refusalOf({ status_code: status, body }, this.#maxMib);
    const failure = renderFailure(refusal, this.#requestId, { language: this.#language });
    headers.set('Content-Type', 'application/json');
    for (const [name, value] of Object.entries(failure.headers)) headers.set(name, value);
    return super.write(context, headers, status, failure.body);
  }
}

/** The body is that of `POST /user_uploads`; 201 when the request also created the upload. */
const answerOf = (method: string, { url, fileName }: StoredFile) => ({
  status_code: method === 'POST' ? 201 : 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ result: 'success', msg: '', url, uri: url, filename: fileName }),
});

const tusVersion = '1.0.0';
const partType = 'application/offset+octet-stream';

/** With the status that the tus protocol requires. The library would answer 400. */
function checkProtocol({ request, response }: TransferRequest): void {
  if (request.method === 'OPTIONS') return;
  const { 'tus-resumable': version, 'content-type': type } = request.headers;
  if (version !== tusVersion) {
    response.setHeader('tus-version', tusVersion);
    throw new ParleyError(
      'BAD_REQUEST',
      errorText('Tus-Resumable must be {version}', { version: tusVersion }),
      {},
      412,
    );
  }
  if (request.method === 'PATCH' && type?.split(';')[0]?.trim().toLowerCase() !== partType) {
    throw new ParleyError(
      'BAD_REQUEST',
      errorText('Content-Type must be {type}', { type: partType }),
      {},
      415,
    );
  }
}

async function serve(ctx: Ctx, transfer: TransferRequest): Promise<undefined> {
  checkProtocol(transfer);
  const own = { ...transfer.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  for (const [name, value] of Object.entries(own)) transfer.response.setHeader(name, value);
  await new TusServer(ctx, transfer).handle(transfer.request, transfer.response);
  return undefined;
}

/** An error of the library for tus. */
const tusError = z.object({ status_code: z.number(), body: z.string().optional() });

function refusalOf(error: unknown, maxMib: number): ParleyError {
  if (error instanceof ParleyError) return error;
  const { data } = tusError.safeParse(error);
  if (!data) return errors.internal();
  const { status_code: status, body } = data;
  if (status === 501) return errors.badRequest(foreignErrorText((body ?? '').trim()));
  if (status >= 500) return errors.internal();
  if (body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body) return fileTooLarge(maxMib);
  const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
  return new ParleyError(code, foreignErrorText(body?.trim() ?? 'Malformed request'), {}, status);
}
