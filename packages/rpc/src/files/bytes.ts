import type { Readable, Writable } from 'node:stream';
import { Metadata } from '@grpc/grpc-js';
import type { ParleyError } from '@parley/core';
import type { Call } from '../calls/call.ts';
import type { Definition, Method } from '../calls/definition.ts';
import { readError, writeError } from '../calls/wire.ts';

// Types of calls that transfer a file in addition to their messages. The file is the body of an HTTP/1.1 request or response,
// on the port of the gRPC server. The messages are in the header fields, encoded as gRPC metadata.

/** The bytes of a request or response. Iterating throws UNAVAILABLE when the connection ends before the last byte. */
export type Bytes = AsyncIterable<Uint8Array>;

type RequestOf<M extends Method> = Parameters<M['requestSerialize']>[0];
type ResponseOf<M extends Method> = ReturnType<M['responseDeserialize']>;

/** The response of a handler, with bytes if it has any. */
export type ByteAnswer<Response> = {
  response: Response;
  /** `length` is the exact number of bytes. */
  bytes?: { length: number; chunks: Bytes };
};

type ByteHandlerOf<M extends Method> = (
  request: RequestOf<M>,
  bytes: Bytes,
  call: Call,
) => Promise<ByteAnswer<ResponseOf<M>>>;

/** One handler for each method. The compiler rejects a missing handler. */
export type ByteHandlers<D extends Definition> = { readonly [Name in keyof D]: ByteHandlerOf<D[Name]> };

/** The response that a client receives. Its bytes arrive while the caller iterates over them. */
export type ReceivedAnswer<Response> = { response: Response; bytes: Readable };

type ByteMethodOf<M extends Method> = (
  request: RequestOf<M>,
  call: Call,
  /**
   * Writes the bytes of the request. It must not end the stream, which the client does. When it throws, the client aborts the
   * request, and the call fails with the same error if it is a `ParleyError`, otherwise with UNAVAILABLE.
   */
  send?: (to: Writable) => Promise<void>,
) => Promise<ReceivedAnswer<ResponseOf<M>>>;

/** Client of the methods that transfer bytes. Every failure is a `ParleyError`. */
export type ByteClient<D extends Definition> = { readonly [Name in keyof D]: ByteMethodOf<D[Name]> };

export type ClosableByteClient<D extends Definition> = ByteClient<D> & { close(): void };

/** Header field with the encoded message. */
const messageKey = 'parley-message-bin';
const statusKey = 'parley-status';

/** Maximum size of the header fields in bytes. They contain file names. */
export const maxHeadBytes = 128 * 1024;

type Head = Record<string, string | string[] | undefined>;
type HeadOut = Record<string, string | string[]>;

/** Encodes metadata as header fields. */
export const toHead = (metadata: Metadata): HeadOut => metadata.toHttp2Headers() as HeadOut;

/** Decodes metadata from header fields. Ignores fields that do not belong to the call. */
export function fromHead(head: Head): Metadata {
  const ours = Object.entries(head).filter(
    ([name]) => name.startsWith('parley-') || name === 'authorization' || name === 'traceparent',
  );
  return Metadata.fromHttp2Headers(Object.fromEntries(ours));
}

/** Encodes an error as header fields of a response. */
export function errorHead(error: unknown): HeadOut {
  const { code = 13, metadata = new Metadata() } = writeError(error);
  metadata.set(statusKey, String(code));
  return toHead(metadata);
}

/** Returns the error in the metadata of a response; undefined when the call has succeeded. */
export function errorOf(metadata: Metadata): ParleyError | undefined {
  const code = metadata.get(statusKey)[0];
  if (code === undefined) return undefined;
  return readError(Object.assign(new Error('refused'), { code: Number(code), details: '', metadata }));
}

/**
 * Returns the encoded message in metadata.
 * @throws Error when there is none
 */
export function messageOf(metadata: Metadata): Buffer {
  const value = metadata.get(messageKey)[0];
  if (!Buffer.isBuffer(value)) throw new Error('The head holds no message.');
  return value;
}

/** Adds an encoded message to metadata. */
export function withMessage(metadata: Metadata, message: Buffer): Metadata {
  metadata.set(messageKey, message);
  return metadata;
}
