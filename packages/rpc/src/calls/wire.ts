import { gunzipSync, gzipSync } from 'node:zlib';
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { type ErrorCode, foreignErrorText, ParleyError, type Visitor, visitor } from '@parley/core';
import type { FramedCall } from '@parley/proto/rpc/v1/frames';
import type { KeyScope } from '@parley/rules';
import { decodeErrorText, type EncodedErrorText, encodeErrorText } from '@parley/texts';
import { type Call, type PresenceReport, type Principal, personOf, type SeenUpTo } from './call.ts';
import { meaningOf, statusOf } from './failures.ts';

const keys = {
  secret: 'authorization',
  user: 'parley-user-id',
  session: 'parley-session-id',
  keyScope: 'parley-key-scope',
  keySha256: 'parley-key-sha256',
  visitor: 'parley-visitor',
  client: 'parley-client-bin',
  program: 'parley-program',
  address: 'parley-remote-address',
  request: 'parley-request-id',
  trace: 'traceparent',
  after: 'parley-after',
  presence: 'parley-presence',
  error: 'parley-error-bin',
} as const;

/** Encodes the context of a call as metadata. The client's name may contain any characters, so it is sent as binary. */
export function writeCall(call: Call, secret: string): Metadata {
  const metadata = new Metadata();
  metadata.set(keys.secret, `Bearer ${secret}`);
  metadata.set(keys.request, call.requestId);
  if (call.clientName) metadata.set(keys.client, Buffer.from(call.clientName));
  if (call.program) metadata.set(keys.program, call.program);
  if (call.remoteAddress) metadata.set(keys.address, call.remoteAddress);
  const person = personOf(call);
  if (call.principal === visitor) metadata.set(keys.visitor, 'true');
  if (person) {
    const { userId, sessionId, keyScope, keySha256 } = person;
    metadata.set(keys.user, String(userId));
    if (sessionId !== undefined) metadata.set(keys.session, String(sessionId));
    if (keyScope) metadata.set(keys.keyScope, writeKeyScope(keyScope));
    if (keySha256 !== undefined) metadata.set(keys.keySha256, keySha256);
  }
  if (call.traceparent) metadata.set(keys.trace, call.traceparent);
  if (call.after) metadata.set(keys.after, writeAfter(call.after));
  if (call.presence) metadata.set(keys.presence, writePresence(call.presence));
  return metadata;
}

/** Decodes the context of a call from metadata. */
export function readCall(metadata: Metadata, deadline: number, signal: AbortSignal): Call {
  const user = metadata.get(keys.user)[0];
  const session = metadata.get(keys.session)[0];
  const keyScope = metadata.get(keys.keyScope)[0];
  const keySha256 = metadata.get(keys.keySha256)[0];
  const trace = metadata.get(keys.trace)[0];
  const program = metadata.get(keys.program)[0];
  const address = metadata.get(keys.address)[0];
  const after = metadata.get(keys.after)[0];
  const presence = metadata.get(keys.presence)[0];
  return {
    ...principalOf({
      userId: user === undefined ? undefined : Number(user),
      sessionId: session === undefined ? undefined : Number(session),
      keyScope: keyScope?.toString(),
      keySha256: keySha256?.toString(),
      isVisitor: metadata.get(keys.visitor).length > 0,
    }),
    clientName: metadata.get(keys.client)[0]?.toString() ?? '',
    ...(program !== undefined && { program: program.toString() }),
    ...(address !== undefined && { remoteAddress: address.toString() }),
    requestId: metadata.get(keys.request)[0]?.toString() ?? '',
    ...(trace !== undefined && { traceparent: trace.toString() }),
    ...(after !== undefined && { after: readAfter(after.toString()) }),
    ...(presence !== undefined && { presence: readPresence(presence.toString()) }),
    deadline,
    signal,
  };
}

/** Encodes the context of a framed call, which is sent together with others in one stream. */
export function writeFramedCall(call: Call): Omit<FramedCall, 'id' | 'path' | 'request' | 'timeoutMs'> {
  const person = personOf(call);
  return {
    requestId: call.requestId,
    clientName: call.clientName,
    program: call.program,
    remoteAddress: call.remoteAddress,
    userId: person?.userId,
    sessionId: person?.sessionId,
    keyScope: person?.keyScope && writeKeyScope(person.keyScope),
    keySha256: person?.keySha256,
    isVisitor: call.principal === visitor,
    traceparent: call.traceparent,
    after: call.after && writeAfter(call.after),
    presence: call.presence && writePresence(call.presence),
  };
}

/** Decodes the context of a framed call. */
export function readFramedCall(framed: FramedCall, signal: AbortSignal): Call {
  const { remoteAddress, program, traceparent, after, presence } = framed;
  return {
    ...principalOf(framed),
    clientName: framed.clientName,
    ...(program !== undefined && { program }),
    ...(remoteAddress !== undefined && { remoteAddress }),
    requestId: framed.requestId,
    ...(traceparent !== undefined && { traceparent }),
    ...(after !== undefined && { after: readAfter(after) }),
    ...(presence !== undefined && { presence: readPresence(presence) }),
    deadline: Date.now() + framed.timeoutMs,
    signal,
  };
}

/** Returns the encoded `ParleyError` in the metadata of a status; empty when there is none. */
export const errorBytes = (metadata: Metadata | undefined): Buffer =>
  (metadata?.get(keys.error)[0] as Buffer | undefined) ?? Buffer.alloc(0);

/** Returns the metadata of a status with an encoded `ParleyError`. */
export function errorMetadata(bytes: Buffer): Metadata {
  const metadata = new Metadata();
  if (bytes.length > 0) metadata.set(keys.error, bytes);
  return metadata;
}

/** Returns the metadata that authenticates a stream of framed calls. */
export function secretMetadata(secret: string): Metadata {
  const metadata = new Metadata();
  metadata.set(keys.secret, `Bearer ${secret}`);
  return metadata;
}

type WirePrincipal = Pick<FramedCall, 'userId' | 'sessionId' | 'keyScope' | 'keySha256' | 'isVisitor'>;

function principalOf({ userId, sessionId, keyScope, keySha256, isVisitor }: WirePrincipal): {
  principal?: Principal | Visitor;
} {
  if (userId === undefined) return isVisitor ? { principal: visitor } : {};
  return {
    principal: {
      userId,
      ...(sessionId !== undefined && { sessionId }),
      ...(keyScope !== undefined && { keyScope: readKeyScope(keyScope) }),
      ...(keySha256 !== undefined && { keySha256 }),
    },
  };
}

/** Encodes the limits of an API key, for the context of a call and for polls. */
export const writeKeyScope = ({ isReadOnly, areas }: KeyScope): string =>
  [isReadOnly ? 'read' : 'write', ...areas].join(' ');

/** Decodes the limits of an API key. */
export function readKeyScope(text: string): KeyScope {
  const [access, ...areas] = text.split(' ');
  return { isReadOnly: access === 'read', areas };
}

const writeAfter = (after: SeenUpTo): string =>
  after === 'unknown' ? after : `${after.sequence} ${after.epoch}`;

function readAfter(text: string): SeenUpTo {
  const [sequence, epoch] = text.split(' ', 2);
  return epoch === undefined ? 'unknown' : { epoch, sequence: Number(sequence) };
}

const writePresence = ({ isActive, at }: PresenceReport): string => `${isActive ? 'active' : 'idle'} ${at}`;

function readPresence(text: string): PresenceReport {
  const [state, at] = text.split(' ', 2);
  return { isActive: state === 'active', at: Number(at) };
}

/** Returns the shared secret in metadata; empty when there is none. */
export function readSecret(metadata: Metadata): string {
  const value = metadata.get(keys.secret)[0]?.toString() ?? '';
  return value.startsWith('Bearer ') ? value.slice(7) : '';
}

type WireError = {
  code: ErrorCode;
  message: string;
  /** Template and values of the message, for translation. Undefined for a text without placeholders. */
  text?: EncodedErrorText;
  fields: Record<string, unknown>;
  status: number;
};

/**
 * Encodes an error as a gRPC status. The metadata contains a `ParleyError`, without its fields when it is too large. Other errors
 * are sent without details.
 */
export function writeError(error: unknown): Partial<StatusObject> {
  if (!(error instanceof ParleyError)) return { code: status.INTERNAL, details: 'Internal server error' };
  const body: WireError = {
    code: error.code,
    message: error.message,
    ...(error.text.template !== error.message && { text: encodeErrorText(error.text) }),
    fields: error.fields,
    status: error.status,
  };
  const metadata = new Metadata();
  metadata.set(keys.error, encodeError(body));
  return { code: statusOf(error), details: error.code, metadata };
}

/**
 * Maximum sizes of an encoded error in bytes, without and with compression. It is sent in the response header fields, which
 * HTTP/2 limits to 64 KiB, and in base64.
 */
const plainErrorBytes = 8 * 1024;
const maxErrorBytes = 40 * 1024;
const gzipMagic = 0x1f;

function encodeError(error: WireError): Buffer {
  const plain = Buffer.from(JSON.stringify(error));
  if (plain.length <= plainErrorBytes) return plain;
  const zipped = gzipSync(plain);
  if (zipped.length <= maxErrorBytes) return zipped;
  // The error is too large, so its fields are left out.
  const { code, message, status } = error;
  return Buffer.from(JSON.stringify({ code, message: message.slice(0, 1_000), fields: {}, status }));
}

function decodeError(body: Buffer): WireError {
  const plain = body[0] === gzipMagic ? gunzipSync(body) : body;
  return JSON.parse(plain.toString()) as WireError;
}

/** Converts the error of a failed call to a `ParleyError`. It returns a `ParleyError` also when the status contains none. */
export function readError(error: ServiceError): ParleyError {
  const body = error.metadata?.get(keys.error)[0];
  if (body) {
    const wire = decodeError(body as Buffer);
    const text = wire.text ? decodeErrorText(wire.text) : foreignErrorText(wire.message);
    return new ParleyError(wire.code, text, wire.fields, wire.status);
  }
  return meaningOf(error);
}
