import { type Client, type ClientDuplexStream, type ServiceError, status } from '@grpc/grpc-js';
import { asError } from '@parley/core';
import type { FramedAnswer, FramedCall, OpenRequest, OpenResponse } from '@parley/proto/rpc/v1/frames';
import { FramedCallServiceService } from '@parley/proto/rpc/v1/frames';
import type { Call } from '../calls/call.ts';
import { Deadlines, type Expiring, maxTimerMs } from '../calls/deadlines.ts';
import type { Method } from '../calls/definition.ts';
import { cancelled, late, lostReplica, serviceError } from '../calls/failures.ts';
import { decodeResponse } from '../calls/unary-call.ts';
import { errorMetadata, secretMetadata, writeFramedCall } from '../calls/wire.ts';
import { inFrames } from './frame-size.ts';

/** In bytes. Larger requests are ordinary gRPC calls, because they would delay the other calls of the stream. */
const maxRequestBytes = 64 * 1024;
/** Number of calls that are sent as ordinary gRPC calls before a stream is opened. Programs that make a few calls need none. */
const opensAfter = 8;
/** Minimum time in milliseconds between two attempts to open a stream. */
const reopenAfterMs = 250;
/** Milliseconds until the next attempt when the server does not support framed calls. */
const unsupportedForMs = 60_000;
/** Milliseconds without calls after which a stream is closed. Without a stream, the connection needs no pings. */
const defaultRestAfterMs = 10_000;

type Pending = {
  method: Method;
  call: Call;
  parts: Buffer[];
  resolve: (response: unknown) => void;
  reject: (error: Error) => void;
  onAbort: () => void;
  expiring: Expiring;
};

/**
 * Sends several calls together in frames of one stream per replica (docs/decisions/calls-in-frames.md). Invariants:
 * - A call whose stream breaks fails with UNAVAILABLE, like a call whose connection breaks.
 * - A call that is aborted or reaches its deadline fails immediately. The next frame tells the server.
 */
export class FramedCalls {
  readonly #secret: string;
  readonly #restAfterMs: number;
  readonly #streams = new WeakMap<Client, FrameStream>();

  /** @param restAfterMs milliseconds without calls after which a stream is closed */
  constructor(secret: string, restAfterMs = defaultRestAfterMs) {
    this.#secret = secret;
    this.#restAfterMs = restAfterMs;
  }

  /** Sends a call in a frame. Returns undefined when the caller must make an ordinary gRPC call instead. */
  send(client: Client, method: Method, message: Buffer, call: Call): Promise<unknown> | undefined {
    let stream = this.#streams.get(client);
    if (!stream) {
      stream = new FrameStream(client, this.#secret, this.#restAfterMs);
      this.#streams.set(client, stream);
    }
    if (message.length > maxRequestBytes || !stream.isUsable()) return undefined;
    return stream.send(method, message, call);
  }

  /** Closes the stream to a replica that gets no further calls. Running calls are still answered. */
  leave(client: Client): void {
    this.#streams.get(client)?.leave();
  }
}

/** The stream of frames to one replica. It is opened again after it broke. */
class FrameStream {
  readonly #client: Client;
  readonly #secret: string;
  readonly #restAfterMs: number;
  readonly #pending = new Map<number, Pending>();
  #raw: ClientDuplexStream<OpenRequest, OpenResponse> | undefined;
  /** Whether calls can be sent: the server has sent its first frame and has not announced that it stops. */
  #isOpen = false;
  #calls: FramedCall[] = [];
  #cancelled: number[] = [];
  #isFlushing = false;
  #lastId = 0;
  #before = 0;
  #opensAtMs = 0;
  readonly #deadlines = new Deadlines();
  #resting: NodeJS.Timeout | undefined;
  #isUsed = false;

  constructor(client: Client, secret: string, restAfterMs: number) {
    this.#client = client;
    this.#secret = secret;
    this.#restAfterMs = restAfterMs;
  }

  /** Returns whether calls can be sent in frames now. Otherwise opens a stream for later calls, after `opensAfter` calls. */
  isUsable(): boolean {
    if (this.#isOpen) return this.#raw?.writableNeedDrain === false;
    if (!this.#raw && ++this.#before > opensAfter && performance.now() >= this.#opensAtMs) this.#open();
    return false;
  }

  /** Closes the stream after its calls are answered, and opens no other one. */
  leave(): void {
    this.#isOpen = false;
    this.#opensAtMs = Number.POSITIVE_INFINITY;
    this.#flush();
    this.#raw?.end();
  }

  send(method: Method, message: Buffer, call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (call.signal.aborted) return reject(cancelled());
      const timeoutMs = Math.min(Math.ceil(call.deadline - Date.now()), maxTimerMs);
      if (timeoutMs <= 0) return reject(late());
      do this.#lastId = (this.#lastId + 1) >>> 0;
      while (this.#pending.has(this.#lastId));
      const id = this.#lastId;
      this.#isUsed = true;
      const onAbort = () => this.#giveUp(id, cancelled());
      call.signal.addEventListener('abort', onAbort, { once: true });
      const expiring = { deadline: call.deadline, expire: () => this.#giveUp(id, late()) };
      this.#pending.set(id, { method, call, parts: [], resolve, reject, onAbort, expiring });
      this.#calls.push({ id, path: method.path, request: message, timeoutMs, ...writeFramedCall(call) });
      this.#flushSoon();
      this.#deadlines.add(expiring);
    });
  }

  #open(): void {
    this.#opensAtMs = performance.now() + reopenAfterMs;
    const { path, requestSerialize, responseDeserialize } = FramedCallServiceService.open;
    const raw = this.#client.makeBidiStreamRequest<OpenRequest, OpenResponse>(
      path,
      requestSerialize,
      responseDeserialize,
      secretMetadata(this.#secret),
    );
    this.#raw = raw;
    this.#isUsed = true;
    this.#resting ??= setInterval(() => this.#rest(), this.#restAfterMs).unref();
    raw.on('data', (frame: OpenResponse) => {
      this.#isOpen = raw === this.#raw && !frame.isLeaving && !raw.writableEnded;
      for (const answer of frame.answers) this.#answered(answer);
      if (frame.isLeaving) this.#leave(raw);
    });
    raw.on('error', (error: ServiceError) => {
      if (error.code === status.UNIMPLEMENTED) this.#opensAtMs = performance.now() + unsupportedForMs;
      this.#broken(raw);
    });
    raw.on('end', () => this.#broken(raw));
  }

  /** Closes the stream when there was no call since the last check. Later calls open another one. */
  #rest(): void {
    const isUsed = this.#isUsed || this.#pending.size > 0;
    this.#isUsed = false;
    if (isUsed || !this.#raw) return;
    this.#isOpen = false;
    this.#before = 0;
    this.#leave(this.#raw);
  }

  /** Sends the queued calls and ends this side of the stream. The server still answers them. */
  #leave(raw: ClientDuplexStream<OpenRequest, OpenResponse>): void {
    this.#flush();
    raw.end();
  }

  #broken(raw: ClientDuplexStream<OpenRequest, OpenResponse>): void {
    if (raw !== this.#raw) return;
    this.#raw = undefined;
    this.#isOpen = false;
    clearInterval(this.#resting);
    this.#resting = undefined;
    this.#calls = [];
    this.#cancelled = [];
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(lostReplica());
  }

  #answered({ id, response, hasMore, status: code, details, error }: FramedAnswer): void {
    const waiting = this.#pending.get(id);
    if (!waiting) return;
    if (hasMore) {
      waiting.parts.push(response);
      return;
    }
    this.#take(id);
    if (code !== status.OK) {
      waiting.reject(serviceError({ code, details, metadata: errorMetadata(error) }));
      return;
    }
    const whole = waiting.parts.length === 0 ? response : Buffer.concat([...waiting.parts, response]);
    try {
      waiting.resolve(decodeResponse(waiting.method, whole));
    } catch (failure) {
      waiting.reject(asError(failure));
    }
  }

  #giveUp(id: number, error: Error): void {
    const waiting = this.#take(id);
    if (!waiting) return;
    this.#cancelled.push(id);
    this.#flushSoon();
    waiting.reject(error);
  }

  #take(id: number): Pending | undefined {
    const waiting = this.#pending.get(id);
    if (!waiting) return undefined;
    this.#pending.delete(id);
    waiting.call.signal.removeEventListener('abort', waiting.onAbort);
    this.#deadlines.delete(waiting.expiring);
    return waiting;
  }

  /** Sends the queued calls at the end of this iteration of the event loop, so that they share a frame. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    if (!this.#raw || this.#raw.writableEnded) return;
    const calls = this.#calls;
    const withdrawn = this.#cancelled;
    if (calls.length === 0 && withdrawn.length === 0) return;
    this.#calls = [];
    this.#cancelled = [];
    const [first = [], ...rest] = inFrames(calls, ({ request }) => request.length);
    this.#raw.write({ calls: first, cancelled: withdrawn });
    for (const each of rest) this.#raw.write({ calls: each, cancelled: [] });
  }
}
