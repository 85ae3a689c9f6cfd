import { errors, isTracing, type Logger, ParleyError, required } from '@parley/core';
import { readKeyScope } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { ReadLimits } from '../domain/reading.ts';
import type { Rights } from '../domain/rights.ts';
import type { Texts } from '../domain/texts.ts';
import { WaitingPolls } from '../domain/waiting-polls.ts';
import type { Window, WindowEntry } from '../domain/window.ts';
import { isReadable, withheldFor } from '../domain/withheld.ts';
import type { Session } from '../queues/session.ts';
import type { Sessions } from '../queues/sessions.ts';
import type { Telemetry } from '../telemetry.ts';
import { groupAnswers } from './grouping.ts';
import type { LogView } from './log-view.ts';
import {
  type Answer,
  emptyAnswer,
  eventsAnswer,
  heartbeat,
  heartbeatAnswer,
  type OpenPoll,
  type PollRequest,
  type RegisteredPoll,
  type Sink,
} from './poll.ts';
import { DeadQueueError, type QueueReader } from './reader.ts';
import { traceDelivered } from './traces.ts';

export type PollRegistryOptions = {
  log: LogView;
  window: Pick<Window, 'get'>;
  reader: QueueReader;
  texts: Texts;
  limits: ReadLimits & { waitingPolls: number };
  heartbeat: { afterMs: number; jitterMs: number };
  telemetry: Telemetry;
  logger: Logger;
  now: () => number;
};

/** Shared, because creating an error would be most of the cost of ending a poll. */
const pollEnded = new Error('the poll ended');
/** In milliseconds, for what the registration has read. Longer than the interval between announcements. */
const settleMs = 400;
/** Time in milliseconds for which a user stays in the index of waiting polls after their last poll. */
const lingerMs = 30_000;
/** Time in milliseconds for which a queue stays in memory after its last poll. */
const keepSessionsMs = 120_000;

/**
 * Receives polls and streams of gateways, and answers them when there are events. Invariants:
 * - A waiting poll has received everything up to the last merged event. Its last read of the window and its registration run
 *   synchronously, so that no event can be merged in between.
 * - New events are first merged into the window. Then the polls that they match are answered and removed.
 * - Each poll gets one answer. A newer poll of the same queue replaces an older one, which gets an empty answer.
 * - A stream begins like a poll. When it has received everything, it gets a heartbeat, and from then on each new event.
 * - A stream ends when one answer cannot contain everything. Its client then opens another stream, which acknowledges the
 *   received events.
 */
export class PollRegistry {
  readonly #options: PollRegistryOptions;
  readonly #waiting: WaitingPolls<RegisteredPoll>;
  /** Unanswered polls and open streams by gateway, including those that do not wait for events yet. */
  readonly #open = new Map<Sink, Map<number, OpenPoll>>();
  readonly #registered = new Map<OpenPoll, RegisteredPoll>();
  #sessions: Sessions | undefined;
  #isLeaving = false;

  constructor(options: PollRegistryOptions) {
    this.#options = options;
    this.#waiting = new WaitingPolls(options.texts, options.limits);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get people(): number {
    return this.#waiting.people;
  }

  /** Returns whether a poll of the user waits at this replica. */
  isPolling(userId: UserId): boolean {
    return this.#waiting.isWaiting(userId);
  }

  /** Replaces the queues, in a new epoch or after a gap in the log. Waiting polls fail with `BAD_EVENT_QUEUE_ID`. */
  useSessions(sessions: Sessions | undefined): void {
    this.#sessions = sessions;
    this.#failRegistered();
  }

  /** Receives a poll or stream from a gateway. Answers are passed to `sink` until the poll ends or is cancelled. */
  receive(sink: Sink, request: PollRequest): void {
    const open: OpenPoll = {
      sink,
      request,
      deadlineMs: this.#heartbeatDueMs(),
      isOver: false,
      aborter: new AbortController(),
    };
    let polls = this.#open.get(sink);
    if (!polls) {
      polls = new Map();
      this.#open.set(sink, polls);
    }
    polls.set(request.pollId, open);
    this.#serve(open).catch((error) => this.#fail(open, error));
  }

  /** Cancels a poll, because its client disconnected. */
  cancel(sink: Sink, pollId: number): void {
    const open = this.#open.get(sink)?.get(pollId);
    if (open) this.#end(open);
  }

  /** Cancels all polls of a gateway, because the gateway disconnected. */
  drop(sink: Sink): void {
    for (const open of [...(this.#open.get(sink)?.values() ?? [])]) this.#end(open);
    this.#open.delete(sink);
  }

  /** Because this replica is shutting down. Gateways send their polls to other replicas. */
  leave(): void {
    this.#isLeaving = true;
    for (const sink of [...this.#open.keys()]) this.drop(sink);
  }

  /** Answers the newest poll of a queue with an error, because the queue was deleted or has expired. */
  gone(session: Session): void {
    const open = session.latest as OpenPoll | undefined;
    if (open && !open.isOver) this.#fail(open, errors.badEventQueueId(session.id));
  }

  offer(entries: readonly WindowEntry[]): void {
    for (const entry of entries) this.#waiting.offer(entry);
    const matched = this.#waiting.takeMatched();
    if (matched.length === 0) return;
    const answered: RegisteredPoll[] = [];
    for (const poll of matched) {
      if (poll.closed) {
        void this.#sessions?.removeDead(poll.session);
        this.#fail(poll.open, errors.badEventQueueId(poll.session.id));
      } else {
        answered.push(poll);
      }
    }
    for (const { sink, pollIds, answer } of groupAnswers(answered)) sink.answer(pollIds, answer, false);
    this.#trace(answered);
    this.#options.telemetry.answered('events', answered.length);
    for (const poll of answered) {
      if (!poll.open.request.isStream) this.#end(poll.open);
      // A full poll collects no further events, so some may be missing. The stream therefore ends, and its client opens another
      // one.
      else if (this.#waiting.isFull(poll)) this.#answer(poll.open, 'nothing', emptyAnswer);
      else this.#waiting.clearPending(poll);
    }
  }

  #trace(answered: readonly RegisteredPoll[]): void {
    if (!isTracing()) return;
    const polls = answered.map(({ open, pending }) => ({ request: open.request, rendered: pending }));
    traceDelivered(polls, this.#options.window);
  }

  /** Once a second. Sends due heartbeats, records the activity of queues, and frees memory. */
  tick(): void {
    const nowMs = this.#options.now();
    const position = this.#options.log.end;
    const due = new Map<Sink, number[]>();
    const ended: OpenPoll[] = [];
    for (const { open, session } of this.#waiting.polls()) {
      this.#sessions?.touch(session);
      if (open.deadlineMs > nowMs) continue;
      const pollIds = due.get(open.sink);
      if (pollIds) pollIds.push(open.request.pollId);
      else due.set(open.sink, [open.request.pollId]);
      if (!open.request.isStream) {
        ended.push(open);
        continue;
      }
      open.deadlineMs = this.#heartbeatDueMs();
      // The client probably acknowledges this position when it opens its next stream, so the rights there are kept.
      session.ahead = {
        position,
        rights: required(this.#waiting.rightsOf(session.view.userId), 'rights of a person'),
      };
    }
    for (const open of ended) this.#end(open);
    const answer = heartbeatAnswer(position);
    for (const [sink, pollIds] of due) {
      sink.answer(pollIds, answer, false);
      this.#options.telemetry.answered('heartbeat', pollIds.length);
    }
    this.#waiting.sweep(nowMs - lingerMs);
    this.#sessions?.sweep(nowMs - keepSessionsMs);
  }

  async #serve(open: OpenPoll): Promise<void> {
    const { request, aborter } = open;
    const { signal } = aborter;
    if (this.#isLeaving) throw errors.unavailable('This replica is leaving.');
    await this.#options.log.knowsEpochOf(request.queueId, signal);
    const sessions = this.#sessions;
    if (!sessions) throw errors.unavailable();
    const session = await sessions.open(request.queueId, request.userId);
    const scope = request.keyScope === '' ? undefined : readKeyScope(request.keyScope);
    // A limited key cannot read a queue that was registered with more rights. It gets the same answer as for an unknown queue,
    // so its client registers another one.
    if (!isReadable(session.withheld, withheldFor(scope))) throw errors.badEventQueueId(session.id);
    if (open.isOver) return;
    this.#replace(session, open);
    const from = await this.#startOf(session, request, signal);
    if (open.isOver) return;
    if (session.settledAt === 0 && !(await this.#settle(session, open))) return;
    await this.#options.reader.acknowledge(session, from, signal);
    if (open.isOver) return;
    sessions.touch(session, this.#isFarBehind(session));
    const after = Math.max(session.checkpoint.position, request.sentEventId);
    const reading = await this.#options.reader.read(session, signal, after);
    if (open.isOver) return;
    if (sessions !== this.#sessions) throw errors.badEventQueueId(session.id);
    const { rendered } = reading;
    const isBehind = reading.full || reading.position < this.#options.log.end;
    if (request.isStream && !isBehind) {
      this.#register(open, session, reading.rights);
      open.sink.answer([request.pollId], eventsAnswer(rendered, heartbeat(reading.position)), false);
      this.#options.telemetry.answered(rendered.length > 0 ? 'events' : 'heartbeat');
    } else if (rendered.length > 0) this.#answer(open, 'events', eventsAnswer(rendered));
    // The queue is far behind, and the part of the log that was read contains no event for it. The heartbeat tells the client
    // to continue from this position.
    else if (isBehind) this.#answer(open, 'heartbeat', heartbeatAnswer(reading.position));
    else if (request.dontBlock) this.#answer(open, 'nothing', emptyAnswer);
    else this.#register(open, session, reading.rights);
    if (rendered.length > 0) traceDelivered([{ request, rendered }], this.#options.window);
  }

  #register(open: OpenPoll, session: Session, rights: Rights): void {
    if (this.#waiting.size >= this.#options.limits.waitingPolls) {
      throw errors.unavailable('Too many requests wait for events here.');
    }
    const poll: RegisteredPoll = {
      queue: session.view,
      pending: [],
      pendingBytes: 0,
      closed: false,
      open,
      session,
    };
    this.#registered.set(open, poll);
    this.#waiting.add(poll, rights);
  }

  /**
   * Returns the position that the client has acknowledged. Before that, waits until this replica has read everything that other
   * replicas have sent to the client.
   * @throws BAD_REQUEST when the position is after the end of the log; UNAVAILABLE when it cannot be reached
   */
  async #startOf(session: Session, request: PollRequest, signal: AbortSignal): Promise<number> {
    const { lastEventId = session.start, sentEventId } = request;
    const newest = Math.max(lastEventId, sentEventId);
    if (newest > session.start && newest > this.#options.log.end) {
      await this.#options.log.reach(newest, signal);
    }
    return Math.max(session.start, lastEventId);
  }

  /**
   * Determines the user's rights at the start of the queue. For that, the log must contain everything that the registration has
   * read. When that takes too long, answers the poll (or ends the stream) and returns false.
   */
  async #settle(session: Session, open: OpenPoll): Promise<boolean> {
    const { log, reader, now } = this.#options;
    const lsn = Math.max(0, ...session.snapshots.map((snapshot) => snapshot.lsn));
    const waitMs = open.request.dontBlock ? settleMs : Math.max(0, open.deadlineMs - now());
    if (!(await log.passed(lsn, waitMs, open.aborter.signal))) {
      if (open.request.dontBlock) this.#answer(open, 'nothing', emptyAnswer);
      else this.#answer(open, 'heartbeat', heartbeatAnswer(session.start));
      return false;
    }
    if (session.settledAt === 0) await reader.settle(session, open.aborter.signal);
    return !open.isOver;
  }

  #replace(session: Session, open: OpenPoll): void {
    const older = session.latest as OpenPoll | undefined;
    session.latest = open;
    if (older && !older.isOver) this.#answer(older, 'nothing', emptyAnswer);
  }

  /**
   * Returns whether the checkpoint in the queue's record is so old that another replica would have to read history to serve the
   * queue, whereas this replica has a newer checkpoint. Always false for 10 seconds after the record was stored.
   */
  #isFarBehind(session: Session): boolean {
    const { start } = this.#options.log;
    return (
      session.storedPosition < start &&
      session.checkpoint.position >= start &&
      this.#options.now() - session.storedAtMs > 10_000
    );
  }

  #heartbeatDueMs(): number {
    const { afterMs, jitterMs } = this.#options.heartbeat;
    return this.#options.now() + afterMs + Math.random() * jitterMs;
  }

  /** Answers a poll, or ends a stream with a last answer. */
  #answer(open: OpenPoll, kind: 'events' | 'heartbeat' | 'nothing', answer: Answer): void {
    if (open.isOver) return;
    this.#end(open);
    open.sink.answer([open.request.pollId], answer, true);
    this.#options.telemetry.answered(kind);
  }

  #fail(open: OpenPoll, error: unknown): void {
    if (open.isOver) return;
    this.#end(open);
    if (error instanceof DeadQueueError) this.#removeDead(open);
    let refusal = error;
    if (!(refusal instanceof ParleyError)) {
      this.#options.logger.error({ err: error }, 'a poll failed');
      refusal = errors.unavailable();
    }
    open.sink.fail(open.request.pollId, refusal as ParleyError);
    this.#options.telemetry.answered('error');
  }

  #removeDead(open: OpenPoll): void {
    const sessions = this.#sessions;
    const { queueId, userId } = open.request;
    sessions?.open(queueId, userId).then(
      (session) => sessions.removeDead(session),
      () => undefined,
    );
  }

  #failRegistered(): void {
    for (const { open, session } of this.#waiting.clear())
      this.#fail(open, errors.badEventQueueId(session.id));
  }

  #end(open: OpenPoll): void {
    if (open.isOver) return;
    open.isOver = true;
    const polls = this.#open.get(open.sink);
    if (polls?.get(open.request.pollId) === open) polls.delete(open.request.pollId);
    const registered = this.#registered.get(open);
    if (!registered) {
      // The poll does not wait for events yet, but may wait for another condition, which the signal cancels.
      open.aborter.abort(pollEnded);
      return;
    }
    this.#registered.delete(open);
    this.#waiting.remove(registered, this.#options.now());
    const { session } = registered;
    session.polledAtMs = this.#options.now();
    if (session.latest === open) session.latest = undefined;
  }
}
