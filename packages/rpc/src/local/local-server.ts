import { errors, ParleyError, required } from '@parley/core';
import type { Call } from '../calls/call.ts';
import type { Definition, Handlers, Method } from '../calls/definition.ts';
import { type MeasuredCalls, statusName } from '../calls/measured-calls.ts';
import { serviceOfPath, traced } from '../calls/tracing.ts';
import type { ByteAnswer, ByteHandlers } from '../files/bytes.ts';
import type { LocalHandler, LocalServices } from './local-services.ts';

/** Offers the handlers of one service to clients in the same process. Measures and logs their calls like calls over the network. */
export class LocalServer {
  readonly #services: LocalServices;
  readonly #calls: MeasuredCalls;
  readonly #offered = new Map<string, LocalHandler>();
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(services: LocalServices, calls: MeasuredCalls) {
    this.#services = services;
    this.#calls = calls;
  }

  add<D extends Definition>(definition: D, handlers: Handlers<D>): void {
    for (const [name, method] of Object.entries(definition)) {
      this.#offer(method.path, this.#handlerOf(name, method, handlers[name] as never));
    }
  }

  addBytes<D extends Definition>(definition: D, handlers: ByteHandlers<D>): void {
    for (const [name, { path }] of Object.entries(definition)) {
      const service = serviceOfPath(path);
      this.#offer(path, {
        kind: 'bytes',
        handle: (request, bytes, call): Promise<ByteAnswer<unknown>> =>
          this.#run(name, call, () =>
            traced(
              'server',
              name,
              call,
              (each) => required(handlers[name], `handler of ${name}`)(request, bytes, each),
              service,
            ),
          ),
      });
    }
  }

  /** Accepts no new calls, and waits up to `ms` milliseconds for running calls. */
  async drain(ms: number): Promise<void> {
    for (const [path, handler] of this.#offered) this.#services.withdraw(path, handler);
    if (this.#running === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }

  #offer(path: string, handler: LocalHandler): void {
    this.#offered.set(path, handler);
    this.#services.offer(path, handler);
  }

  #handlerOf(name: string, method: Method, handler: never): LocalHandler {
    if (method.requestStream) {
      const serve = handler as Extract<LocalHandler, { kind: 'stream' }>['handle'];
      return {
        kind: 'stream',
        handle: (stream, call) => this.#run(name, call, () => serve(stream, call), false),
      };
    }
    if (method.responseStream) {
      const answers = handler as Extract<LocalHandler, { kind: 'answers' }>['handle'];
      return {
        kind: 'answers',
        handle: (request, call) => this.#stream(name, call, () => answers(request, call)),
      };
    }
    const answer = handler as Extract<LocalHandler, { kind: 'unary' }>['handle'];
    const service = serviceOfPath(method.path);
    return {
      kind: 'unary',
      handle: (request, call) =>
        this.#run(name, call, () => traced('server', name, call, (each) => answer(request, each), service)),
    };
  }

  /** Runs a handler. Bidirectional streams are not measured, because they last as long as a connection. */
  async #run<T>(name: string, call: Call, work: () => Promise<T>, isMeasured = true): Promise<T> {
    const stop = isMeasured ? this.#calls.start(name) : undefined;
    this.#enter();
    try {
      const answer = await work();
      stop?.('OK');
      return answer;
    } catch (error) {
      throw this.#failed(name, error, call, stop);
    } finally {
      this.#leave();
    }
  }

  async *#stream(name: string, call: Call, answers: () => AsyncIterable<unknown>) {
    const stop = this.#calls.start(name);
    this.#enter();
    let failure: unknown;
    try {
      yield* answers();
    } catch (error) {
      failure = this.#failed(name, error, call, stop);
      throw failure;
    } finally {
      // The caller may also have stopped reading.
      if (failure === undefined) stop('OK');
      this.#leave();
    }
  }

  #enter(): void {
    this.#running++;
  }

  #leave(): void {
    this.#running--;
    if (this.#running === 0) this.#onIdle?.();
  }

  /** Logs a failure, and returns it as a caller may see it: an unexpected one without its details. */
  #failed(
    name: string,
    error: unknown,
    call: Call,
    stop: ((outcome: string) => void) | undefined,
  ): ParleyError {
    const { code } = this.#calls.fail(name, error, call.requestId, call.signal.aborted);
    stop?.(statusName(code));
    if (error instanceof ParleyError) return error;
    const internal = errors.internal();
    internal.cause = error;
    return internal;
  }
}
