import type { Readable, Writable } from 'node:stream';
import { Metadata } from '@grpc/grpc-js';
import type { ParleyError } from '@parley/core';
import type { Call } from './call.ts';
import type { Definition, Method } from './definition.ts';
import { readError, writeError } from './wire.ts';

// Calls that carry bytes beside their messages: a file goes as the plain body of an HTTP/1.1 request or response, on the
// port of the gRPC server. The messages travel in the head, in the form of gRPC's metadata.

/** Bytes that come with a call or its answer. Iterating throws UNAVAILABLE when they break off. */
export type Bytes = AsyncIterable<Uint8Array>;

type RequestOf<M extends Method> = Parameters<M['requestSerialize']>[0];
type ResponseOf<M extends Method> = ReturnType<M['responseDeserialize']>;

/** An answer, and the bytes that belong to it. */
export type ByteAnswer<Response> = {
  response: Response;
  /** So many, exactly. */
  bytes?: { length: number; chunks: Bytes };
};

type ByteHandlerOf<M extends Method> = (
  request: RequestOf<M>,
  bytes: Bytes,
  call: Call,
) => Promise<ByteAnswer<ResponseOf<M>>>;

/** One handler per method; a missing one does not compile. */
export type ByteHandlers<D extends Definition> = { readonly [Name in keyof D]: ByteHandlerOf<D[Name]> };

/** What a caller gets: the answer's bytes come as they are read. */
export type ReceivedAnswer<Response> = { response: Response; bytes: Readable };

type ByteMethodOf<M extends Method> = (
  request: RequestOf<M>,
  call: Call,
  /** Writes the bytes of the request, without ending. When it fails, they are broken off and the call fails so. */
  send?: (to: Writable) => Promise<void>,
) => Promise<ReceivedAnswer<ResponseOf<M>>>;

/** What a caller sees of methods that carry bytes. Every failure is a ParleyError. */
export type ByteClient<D extends Definition> = { readonly [Name in keyof D]: ByteMethodOf<D[Name]> };

export type ClosableByteClient<D extends Definition> = ByteClient<D> & { close(): void };

/** Fields of heads that hold a message. */
const messageKey = 'parley-message-bin';
const statusKey = 'parley-status';

/** Of a head, bytes: names of files are in it. */
export const maxHeadBytes = 128 * 1024;

type Head = Record<string, string | string[] | undefined>;
type HeadOut = Record<string, string | string[]>;

/** Metadata as fields of a head. */
export const toHead = (metadata: Metadata): HeadOut => metadata.toHttp2Headers() as HeadOut;

/** The metadata among the fields of a head: ours only. */
export function fromHead(head: Head): Metadata {
  const ours = Object.entries(head).filter(
    ([name]) => name.startsWith('parley-') || name === 'authorization' || name === 'traceparent',
  );
  return Metadata.fromHttp2Headers(Object.fromEntries(ours));
}

/** A failure as the head of a response. */
export function errorHead(error: unknown): HeadOut {
  const { code = 13, metadata = new Metadata() } = writeError(error);
  metadata.set(statusKey, String(code));
  return toHead(metadata);
}

/** The failure that the head of a response tells of; undefined for an answer. */
export function errorOf(metadata: Metadata): ParleyError | undefined {
  const code = metadata.get(statusKey)[0];
  if (code === undefined) return undefined;
  return readError(Object.assign(new Error('refused'), { code: Number(code), details: '', metadata }));
}

/** The message in a head. @throws Error when there is none */
export function messageOf(metadata: Metadata): Buffer {
  const value = metadata.get(messageKey)[0];
  if (!Buffer.isBuffer(value)) throw new Error('The head holds no message.');
  return value;
}

/** A message as metadata. */
export function withMessage(metadata: Metadata, message: Buffer): Metadata {
  metadata.set(messageKey, message);
  return metadata;
}
