import { ParleyError, required } from '@parley/core';
import { writeKeyScope } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { EventStream, EventTarget, StreamRequest } from '../context.ts';
import type { PollAnswer, PollJob, PollLink } from './job.ts';

/** Minimum time between two verifications of the caller of one stream, in milliseconds. */
const verifyEveryMs = 1_000;

/**
 * The stream of one client: receives events from event-queue and writes them to the client's connection.
 *
 * Events that arrive before `pipe` are kept until then; later ones are written at once. When a client reads too slowly, its
 * stream ends. It loses no events, because it opens another stream and sends the ID of the last event that it has read.
 */
export class StreamJob implements PollJob, EventStream {
  readonly queueId: string;
  readonly userId: UserId;
  readonly keyScope: string;
  readonly lastEventId: number | undefined;
  readonly traceparent: string;
  readonly dontBlock = false;
  readonly isStream = true;
  sentEventId = 0;
  deadline: number;
  link: PollLink | undefined;
  pollId = 0;
  refusedBy: Set<PollLink> | undefined;
  rounds = 0;
  /** Called once, when the stream has ended. */
  readonly #onEnd: (job: StreamJob) => void;
  #opening: PromiseWithResolvers<EventStream> | undefined = Promise.withResolvers<EventStream>();
  #early: PollAnswer[] | undefined = [];
  #target: EventTarget | undefined;
  #hasEnded = false;
  readonly #verify: StreamRequest['verify'];
  #verifiedAt = performance.now();
  #verifying: NodeJS.Timeout | undefined;

  constructor(request: StreamRequest, onEnd: (job: StreamJob) => void) {
    this.queueId = request.queueId;
    this.userId = request.userId;
    this.keyScope = request.keyScope ? writeKeyScope(request.keyScope) : '';
    this.lastEventId = request.lastEventId;
    this.traceparent = request.traceparent ?? '';
    this.deadline = request.deadline;
    this.#verify = request.verify;
    this.#onEnd = onEnd;
  }

  /** Resolves when the first answer has arrived. @throws ParleyError when the queue cannot be read */
  get opened(): Promise<EventStream> {
    return required(this.#opening, 'stream to wait for').promise;
  }

  answer(answer: PollAnswer): void {
    if (this.#hasEnded) return;
    if (answer.lastEventId > 0) {
      this.sentEventId = answer.lastEventId;
      if (this.#early) this.#early.push(answer);
      else if (!this.#target?.write(answer)) {
        this.#end();
        return;
      }
    }
    this.#opening?.resolve(this);
    this.#opening = undefined;
    if (answer.endsStreams) this.#end();
    else if (this.#verify) this.#verifyAgain();
  }

  /** Before the first answer, the client gets the error; after it, when it opens the next stream. */
  reject(error: Error): void {
    this.#opening?.reject(error);
    this.#opening = undefined;
    this.#end();
  }

  pipe(target: EventTarget): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#target = target;
    for (const answer of early) target.write(answer);
    if (this.#hasEnded) target.end();
  }

  cancel(): void {
    this.#end();
  }

  /** At most once in `verifyEveryMs`, about as often as a client that polls. */
  #verifyAgain(): void {
    const delayMs = Math.max(0, this.#verifiedAt + verifyEveryMs - performance.now());
    this.#verifying ??= setTimeout(() => {
      this.#verifying = undefined;
      this.#verifiedAt = performance.now();
      this.#verify?.().catch((error: unknown) => {
        if (error instanceof ParleyError && error.status < 500) this.#end();
      });
    }, delayMs);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#verifying);
    this.#onEnd(this);
    this.#target?.end();
  }
}
