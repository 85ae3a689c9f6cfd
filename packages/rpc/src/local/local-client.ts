import { duplexPair, Readable, Writable } from 'node:stream';
import { asError, errors, onAbort, ParleyError } from '@parley/core';
import { idempotentMethods } from '@parley/proto/idempotency';
import { type Call, defaultTimeoutMs } from '../calls/call.ts';
import { Deadlines } from '../calls/deadlines.ts';
import type { CallOptions, Definition, Method } from '../calls/definition.ts';
import { brokeOff, type Failure, failure, repeatWhileUnavailable, wentAway } from '../calls/failures.ts';
import { MessageStream } from '../calls/message-stream.ts';
import { checkNumbers } from '../calls/number-ranges.ts';
import { traced } from '../calls/tracing.ts';
import type { ReceivedAnswer } from '../files/bytes.ts';
import type { LocalHandler, LocalServices } from './local-services.ts';

type Of<Kind extends LocalHandler['kind']> = Extract<LocalHandler, { kind: Kind }>;

/**
 * Returns the methods of a client of a service that runs in this process. A call runs the handler with the request itself, and
 * returns the handler's answer itself, so neither side may change them. Deadlines, aborts, repetitions, errors, metrics and
 * traces are those of calls over the network.
 */
export function localMethods(definition: Definition, services: LocalServices): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(definition)) {
    if (method.requestStream) methods[name] = (call: Call) => openStream(services, method, call);
    else if (method.responseStream)
      methods[name] = (request: unknown, call: Call) => readStream(services, method, request, call);
    else methods[name] = unaryMethod(services, name, method);
  }
  return methods;
}

function unaryMethod(services: LocalServices, name: string, method: Method) {
  const isIdempotent = idempotentMethods.has(method.path);
  return (request: unknown, call: Call, options?: CallOptions) =>
    traced('client', name, call, (each) =>
      repeatWhileUnavailable(() => callUnary(services, method, request, each), {
        call: each,
        mayRetry: options?.retry ?? isIdempotent,
        failureOf: (error) => failureOf(services, error),
      }),
    );
}

function failureOf(services: LocalServices, error: unknown): Failure {
  const reason = error as ParleyError;
  return failure(reason, reason.code === 'UNAVAILABLE' && !services.isClosed);
}

const deadlines = new Deadlines();

async function callUnary(
  services: LocalServices,
  method: Method,
  request: unknown,
  call: Call,
): Promise<unknown> {
  const { handle } = await handlerOf<'unary'>(services, method, call);
  checkNumbers(method, request);
  services.inspect?.(request);
  const answer = await whileWanted(call, (each) => handle(request, each));
  services.inspect?.(answer);
  return answer;
}

/** Returns the handler of a method. Does not wait if its service has started, as is usual. */
async function handlerOf<Kind extends LocalHandler['kind']>(
  services: LocalServices,
  { path }: Method,
  call: Call,
): Promise<Of<Kind>> {
  return (services.get(path) ?? (await services.find(path, call))) as Of<Kind>;
}

/**
 * Runs work of a call until it ends, or the caller no longer waits for it: because the caller aborted the call, or at the
 * deadline. Then the signal that the work gets aborts, and the call fails.
 * @throws UNAVAILABLE when the caller no longer waits
 */
async function whileWanted<T>(call: Call, work: (call: Call) => Promise<T>): Promise<T> {
  if (call.signal.aborted || Date.now() >= call.deadline) throw errors.unavailable();
  const aborter = new AbortController();
  const { promise: gaveUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    const reason = wentAway();
    reject(reason);
    aborter.abort(reason);
  };
  const expiring = { deadline: call.deadline, expire: giveUp };
  call.signal.addEventListener('abort', giveUp, { once: true });
  deadlines.add(expiring);
  try {
    return await Promise.race([work({ ...call, signal: aborter.signal }), gaveUp]);
  } finally {
    call.signal.removeEventListener('abort', giveUp);
    deadlines.delete(expiring);
  }
}

async function* readStream(services: LocalServices, method: Method, request: unknown, call: Call) {
  const { handle } = await handlerOf<'answers'>(services, method, call);
  checkNumbers(method, request);
  services.inspect?.(request);
  const aborter = new AbortController();
  const offAbort = onAbort(call.signal, () => aborter.abort(wentAway()));
  const answers = handle(request, { ...call, signal: aborter.signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await whileWanted(call, () => answers.next());
      if (next.done) return;
      services.inspect?.(next.value);
      yield next.value;
    }
  } finally {
    offAbort();
    aborter.abort(wentAway());
    // A handler that waits ends by its signal. Waiting for that here would hold up the caller.
    void Promise.resolve(answers.return?.()).catch(() => undefined);
  }
}

/** Opens a bidirectional stream. It has no deadline. It ends when one side ends it or the signal of the call aborts. */
function openStream(services: LocalServices, method: Method, call: Call): MessageStream<unknown, unknown> {
  const [near, far] = duplexPair({ objectMode: true });
  const aborter = new AbortController();
  const cancel = () => {
    aborter.abort(wentAway());
    near.destroy();
    far.destroy();
  };
  onAbort(call.signal, cancel);
  near.on('error', () => undefined);
  far.on('error', () => undefined);
  const serve = async () => {
    const { handle } = await handlerOf<'stream'>(services, method, call);
    await handle(new MessageStream(far), { ...call, signal: aborter.signal });
    far.end();
  };
  serve().catch((error: unknown) => {
    near.destroy(asError(error));
    far.destroy();
  });
  return new MessageStream(Object.assign(near, { cancel }), (error) =>
    error instanceof ParleyError ? error : errors.unavailable(),
  );
}

/** Returns the methods of a client that transfers bytes to and from a service of this process. */
export function localByteMethods(definition: Definition, services: LocalServices): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(definition)) {
    methods[name] = (request: unknown, call: Call, send?: (to: Writable) => Promise<void>) =>
      traced('client', name, call, (each) => callWithBytes(services, method, request, each, send));
  }
  return methods;
}

async function callWithBytes(
  services: LocalServices,
  method: Method,
  request: unknown,
  call: Call,
  send: ((to: Writable) => Promise<void>) | undefined,
): Promise<ReceivedAnswer<unknown>> {
  const { handle } = await handlerOf<'bytes'>(services, method, call);
  checkNumbers(method, request);
  services.inspect?.(request);
  const body = new Body();
  const aborter = new AbortController();
  const cancel = (reason: Error) => {
    aborter.abort(reason);
    body.destroy(reason);
  };
  const offAbort = onAbort(call.signal, () => cancel(wentAway()));
  const sending = (async () => {
    await send?.(body.writable);
    body.writable.end();
  })();
  const answering = handle(request as never, body.received(), {
    ...call,
    deadline: Date.now() + defaultTimeoutMs,
    signal: aborter.signal,
  });
  try {
    // The handler may refuse a call before it has received all bytes, so this does not wait until all are sent.
    const { response, bytes } = (await Promise.race([answering, sending.then(() => answering)])) as Awaited<
      typeof answering
    >;
    sending.catch(() => undefined);
    body.drop();
    services.inspect?.(response);
    const readable = Readable.from(bytes?.chunks ?? [], { objectMode: false });
    // Nobody may read the answer any more when the caller aborts the call.
    readable.on('error', () => undefined);
    const offAnswer = onAbort(call.signal, () => readable.destroy(errors.unavailable()));
    readable.once('close', () => {
      offAbort();
      offAnswer();
    });
    return { response, bytes: readable };
  } catch (error) {
    offAbort();
    for (const each of [answering, sending]) each.catch(() => undefined);
    const reason = error instanceof ParleyError ? error : errors.unavailable();
    cancel(reason);
    throw reason;
  }
}

/** A call fails when its handler reads none of the sent bytes for this many milliseconds, or for up to twice as many. */
const stallMs = 20_000;

/** The bytes of a request on their way from the caller to the handler. The caller waits while the handler reads more slowly. */
class Body {
  readonly writable: Writable;
  #chunk: { bytes: Uint8Array; taken: () => void } | undefined;
  #hasEnded = false;
  #isDropped = false;
  #changed = Promise.withResolvers<void>();
  /** Whether the handler has taken bytes since the last check. */
  #isMoving = true;

  constructor() {
    this.writable = new Writable({
      write: (bytes: Uint8Array, _encoding, taken) => {
        if (this.#isDropped) return taken();
        this.#chunk = { bytes, taken };
        this.#changed.resolve();
      },
      final: (done) => {
        this.#hasEnded = true;
        this.#changed.resolve();
        done();
      },
      destroy: (error, done) => {
        this.#changed.resolve();
        done(error);
      },
    });
    this.writable.on('error', () => undefined);
    const timer = setInterval(() => this.#watch(), stallMs).unref();
    this.writable.once('close', () => clearInterval(timer));
  }

  /** Yields the bytes to the handler. @throws UNAVAILABLE when the caller stops sending before the last byte */
  async *received(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunk;
        if (chunk) {
          this.#chunk = undefined;
          this.#isMoving = true;
          chunk.taken();
          yield chunk.bytes;
        } else if (this.#hasEnded) return;
        else if (this.writable.destroyed) throw brokeOff();
        else {
          this.#changed = Promise.withResolvers();
          await this.#changed.promise;
        }
      }
    } finally {
      this.drop();
    }
  }

  /** Drops the bytes that the handler has not read, because it has already answered. */
  drop(): void {
    this.#isDropped = true;
    this.#chunk?.taken();
    this.#chunk = undefined;
  }

  destroy(reason: Error): void {
    this.writable.destroy(reason);
  }

  #watch(): void {
    if (this.#chunk && !this.#isMoving) this.destroy(errors.unavailable());
    this.#isMoving = false;
  }
}
