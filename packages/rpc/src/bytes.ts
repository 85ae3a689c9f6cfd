import type { Readable, Writable } from 'node:stream';
import { Metadata } from '@grpc/grpc-js';
import type { ParleyError } from '@parley/core';
import type { Call } from './call.ts';
import type { Definition, Method } from './definition.ts';
import { readError, writeError } from './wire.ts';

// Calls that carry bytes in addition to their messages. A file is the plain body of an HTTP/1.1 request or response, on
// the port of the gRPC server. The messages are in the head, encoded as gRPC metadata.

/** The bytes of a call or of its answer. Iterating throws UNAVAILABLE when the connection breaks before the end. */
export type Bytes = AsyncIterable<Uint8Array>;

type RequestOf<M extends Method> = Parameters<M['requestSerialize']>[0];
type ResponseOf<M extends Method> = ReturnType<M['responseDeserialize']>;

/** An answer with its bytes. */
export type ByteAnswer<Response> = {
  response: Response;
  /** Exact number of bytes. */
  bytes?: { length: number; chunks: Bytes };
};

type ByteHandlerOf<M extends Method> = (
  request: RequestOf<M>,
  bytes: Bytes,
  call: Call,
) => Promise<ByteAnswer<ResponseOf<M>>>;

/** One handler per method. A missing handler does not compile. */
export type ByteHandlers<D extends Definition> = { readonly [Name in keyof D]: ByteHandlerOf<D[Name]> };

/** The response of a call, with its bytes. The bytes arrive while the caller iterates over them. */
export type ReceivedAnswer<Response> = { response: Response; bytes: Readable };

type ByteMethodOf<M extends Method> = (
  request: RequestOf<M>,
  call: Call,
  /**
   * Writes the bytes of the request. The client ends the body. When it fails, the request is aborted and the call fails
   * with its error.
   */
  send?: (to: Writable) => Promise<void>,
) => Promise<ReceivedAnswer<ResponseOf<M>>>;

/** Client of the methods of a service that stream bytes. Every failure is a `ParleyError`. */
export type ByteClient<D extends Definition> = { readonly [Name in keyof D]: ByteMethodOf<D[Name]> };

export type ClosableByteClient<D extends Definition> = ByteClient<D> & { close(): void };

/** Header field that contains a message. */
const messageKey = 'parley-message-bin';
const statusKey = 'parley-status';

/** Maximum size of a head in bytes. It contains file names. */
export const maxHeadBytes = 128 * 1024;

type Head = Record<string, string | string[] | undefined>;
type HeadOut = Record<string, string | string[]>;

/** Encodes metadata as header fields. */
export const toHead = (metadata: Metadata): HeadOut => metadata.toHttp2Headers() as HeadOut;

/** Decodes metadata from header fields. Ignores other header fields. */
export function fromHead(head: Head): Metadata {
  const ours = Object.entries(head).filter(
    ([name]) => name.startsWith('parley-') || name === 'authorization' || name === 'traceparent',
  );
  return Metadata.fromHttp2Headers(Object.fromEntries(ours));
}

/** Encodes a failure as the head of a response. */
export function errorHead(error: unknown): HeadOut {
  const { code = 13, metadata = new Metadata() } = writeError(error);
  metadata.set(statusKey, String(code));
  return toHead(metadata);
}

/** Decodes the failure in the head of a response; undefined when the head is an answer. */
export function errorOf(metadata: Metadata): ParleyError | undefined {
  const code = metadata.get(statusKey)[0];
  if (code === undefined) return undefined;
  return readError(Object.assign(new Error('refused'), { code: Number(code), details: '', metadata }));
}

/**
 * Decodes the message in a head.
 * @throws Error when there is none
 */
export function messageOf(metadata: Metadata): Buffer {
  const value = metadata.get(messageKey)[0];
  if (!Buffer.isBuffer(value)) throw new Error('The head holds no message.');
  return value;
}

/** Encodes a message as metadata. */
export function withMessage(metadata: Metadata, message: Buffer): Metadata {
  metadata.set(messageKey, message);
  return metadata;
}
