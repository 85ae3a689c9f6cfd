import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errors } from '@parley/core';
import type { StoredFile } from '@parley/proto/upload/v1/receiving';
import { DataStore, Upload } from '@tus/server';
import type { Ctx } from '../../context.ts';
import type { TransferRequest } from '../../edge/declaration/transfer.ts';

/** Any value works: `creationOf` subtracts it from the time that the upload service has decided, in milliseconds. */
const expirationMs = 24 * 3_600_000;

type Metadata = Record<string, string | null>;

/** Adapts the upload service to the storage interface of the tus library. An instance serves one request of one caller. */
export class UploadServiceStore extends DataStore {
  readonly #rpc: Ctx['rpc']['upload'];
  readonly #files: Ctx['rpc']['files'];
  readonly #transfer: TransferRequest;
  #file: StoredFile | undefined;

  constructor(ctx: Ctx, transfer: TransferRequest) {
    super();
    this.#rpc = ctx.rpc.upload;
    this.#files = ctx.rpc.files;
    this.#transfer = transfer;
    this.extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  }

  /** Returns the file that this request completed. @throws INTERNAL_ERROR when it completed none */
  async finished(): Promise<StoredFile> {
    if (!this.#file) throw errors.internal();
    return this.#file;
  }

  override async create(upload: Upload): Promise<Upload> {
    const metadata: Metadata = upload.metadata ?? {};
    const begun = await this.#rpc.beginUpload(
      {
        description: {
          fileName: metadata.filename ?? metadata.name ?? '',
          contentType: metadata.filetype ?? metadata.type ?? '',
        },
        sizeBytes: upload.size ?? -1,
        metadataJson: JSON.stringify(metadata),
      },
      this.#transfer.call,
    );
    upload.id = begun.uploadId;
    upload.creation_date = creationOf(begun.expiresAtMs);
    this.#file = begun.file;
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#rpc.getUpload({ uploadId: id }, this.#transfer.call);
    return new Upload({
      id,
      size: found.sizeBytes,
      offset: found.offset,
      metadata: JSON.parse(found.metadataJson || '{}') as Metadata,
      creation_date: creationOf(found.expiresAtMs),
    });
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { response: answer } = await this.#files.appendUpload(
      { uploadId: id, offset },
      this.#transfer.transferCall,
      (to) => pipeline(bytes, to, { end: false }),
    );
    this.#file = answer.file;
    return answer.offset;
  }

  override async remove(id: string): Promise<void> {
    await this.#rpc.cancelUpload({ uploadId: id }, this.#transfer.call);
  }

  override getExpiration(): number {
    return expirationMs;
  }
}

const creationOf = (expiresAtMs: number): string => new Date(expiresAtMs - expirationMs).toISOString();
