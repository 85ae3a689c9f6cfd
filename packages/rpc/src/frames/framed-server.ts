import { type Metadata, type ServerDuplexStream, type StatusObject, status } from '@grpc/grpc-js';
import { errorMessage } from '@parley/core';
import type { FramedAnswer, FramedCall, OpenRequest, OpenResponse } from '@parley/proto/rpc/v1/frames';
import type { Call } from '../calls/call.ts';
import type { Method } from '../calls/definition.ts';
import { lostConnection, wentAway } from '../calls/failures.ts';
import { errorBytes, readFramedCall } from '../calls/wire.ts';
import { inFrames } from './frame-size.ts';

/** In bytes. Larger answers are sent in several parts, so that they do not delay the others of the stream. */
const maxPartBytes = 128 * 1024;

export type FramedRoute = {
  method: Method;
  /** Handles a call. It never rejects. */
  answer(
    request: unknown,
    open: () => Call,
    isCancelled: () => boolean,
  ): Promise<{ response: unknown } | { failure: Partial<StatusObject> }>;
};

type Raw = ServerDuplexStream<OpenRequest, OpenResponse>;

/** Serves framed calls: several calls in each frame of a stream (docs/decisions/calls-in-frames.md). */
export class FramedCallServer {
  readonly #routes = new Map<string, FramedRoute>();
  readonly #streams = new Set<ServedStream>();
  #isLeaving = false;

  add(route: FramedRoute): void {
    this.#routes.set(route.method.path, route);
  }

  /** Serves a stream until it ends. The caller is already authenticated. */
  serve(raw: Raw): void {
    const stream = new ServedStream(raw, this.#routes, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    if (this.#isLeaving) stream.leave();
  }

  /** Tells all callers to send no further calls. Each stream ends after its calls are answered. */
  leave(): void {
    this.#isLeaving = true;
    for (const stream of this.#streams) stream.leave();
  }
}

class ServedStream {
  readonly #raw: Raw;
  readonly #routes: ReadonlyMap<string, FramedRoute>;
  readonly #running = new Map<number, AbortController>();
  readonly #onClosed: () => void;
  #answers: FramedAnswer[] = [];
  #isFlushing = false;
  #isLeaving = false;
  #hasEnded = false;

  constructor(raw: Raw, routes: ReadonlyMap<string, FramedRoute>, onClosed: () => void) {
    this.#raw = raw;
    this.#routes = routes;
    this.#onClosed = onClosed;
    raw.on('data', (frame: OpenRequest) => {
      for (const call of frame.calls) void this.#run(call);
      for (const id of frame.cancelled) this.#running.get(id)?.abort(wentAway());
    });
    raw.on('end', () => {
      this.#hasEnded = true;
      this.#endIfDone();
    });
    raw.on('cancelled', () => this.#closed());
    raw.on('error', () => this.#closed());
    raw.on('close', () => this.#closed());
    raw.write({ answers: [], isLeaving: false });
  }

  leave(): void {
    this.#isLeaving = true;
    this.#flush();
  }

  async #run(framed: FramedCall): Promise<void> {
    const { id, path, request } = framed;
    const route = this.#routes.get(path);
    if (!route) return this.#answer(failureOf(id, { code: status.UNIMPLEMENTED, details: path }));
    const aborter = new AbortController();
    this.#running.set(id, aborter);
    const outcome = await route.answer(
      request,
      () => readFramedCall(framed, aborter.signal),
      () => aborter.signal.aborted,
    );
    if (aborter.signal.aborted) return this.#done(id);
    if ('failure' in outcome) {
      this.#answer(failureOf(id, outcome.failure));
      return this.#done(id);
    }
    let bytes: Buffer;
    try {
      bytes = route.method.responseSerialize(outcome.response);
    } catch (error) {
      const details = `Error serializing response: ${errorMessage(error)}`;
      this.#answer(failureOf(id, { code: status.INTERNAL, details }));
      return this.#done(id);
    }
    let sent = 0;
    for (; bytes.length - sent > maxPartBytes && !aborter.signal.aborted; sent += maxPartBytes) {
      const part = bytes.subarray(sent, sent + maxPartBytes);
      this.#answers.push({ ...empty, id, response: part, hasMore: true });
      if (!this.#flush()) await this.#drained();
    }
    this.#answer({ ...empty, id, response: sent === 0 ? bytes : bytes.subarray(sent) });
    this.#done(id);
  }

  #answer(answer: FramedAnswer): void {
    this.#answers.push(answer);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  /** Writes the queued answers. Returns false when the caller reads more slowly than this side writes. */
  #flush(): boolean {
    this.#isFlushing = false;
    const answers = this.#answers;
    this.#answers = [];
    let accepts = true;
    if (!this.#raw.destroyed && !this.#raw.writableEnded) {
      const isLeaving = this.#isLeaving;
      for (const each of inFrames(answers, ({ response, error }) => response.length + error.length))
        accepts = this.#raw.write({ answers: each, isLeaving });
      if (isLeaving && answers.length === 0) this.#raw.write({ answers, isLeaving });
    }
    this.#endIfDone();
    return accepts;
  }

  #done(id: number): void {
    this.#running.delete(id);
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (!this.#hasEnded || this.#running.size > 0 || this.#answers.length > 0 || this.#raw.writableEnded)
      return;
    this.#raw.end();
  }

  #drained(): Promise<void> {
    if (this.#raw.destroyed || !this.#raw.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      this.#raw.once('drain', resolve).once('close', resolve).once('cancelled', resolve);
    });
  }

  #closed(): void {
    for (const aborter of this.#running.values()) aborter.abort(lostConnection());
    this.#onClosed();
  }
}

const empty = {
  response: Buffer.alloc(0),
  hasMore: false,
  status: status.OK as number,
  details: '',
  error: Buffer.alloc(0),
};

const failureOf = (
  id: number,
  { code = status.UNKNOWN, details = '', metadata }: { code?: status; details?: string; metadata?: Metadata },
): FramedAnswer => ({ ...empty, id, status: code, details, error: errorBytes(metadata) });
