import { errors, isTracing, type Logger, ParleyError } from '@parley/core';
import type { ReadLimits } from '../domain/reading.ts';
import type { Rights } from '../domain/rights.ts';
import type { Texts } from '../domain/texts.ts';
import { Wake } from '../domain/wake.ts';
import type { Window, WindowEntry } from '../domain/window.ts';
import type { Session } from '../queues/session.ts';
import type { Sessions } from '../queues/sessions.ts';
import type { Telemetry } from '../telemetry.ts';
import { groupAnswers } from './grouping.ts';
import type { LogView } from './log-view.ts';
import {
  eventsJson,
  heartbeatJson,
  type ListeningPoll,
  nothing,
  type OpenPoll,
  type PollRequest,
  type Sink,
} from './poll.ts';
import { DeadQueueError, type QueueReader } from './reader.ts';
import { traceDelivered } from './traces.ts';

export type DeskOptions = {
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

/** Why a poll stops what it was doing; one for all, because making an error each time is most of what ending costs. */
const over = new Error('the poll is over');
/** A poll that may not block waits this long for the log to pass its queue's registration: one announcement. */
const settleMs = 400;
/** People stay registered for waking this long after their last poll. */
const lingerMs = 30_000;
/** Queues stay in memory this long after their last poll. */
const keepSessionsMs = 120_000;

/**
 * Where polls are received, wait and are answered. Invariants:
 * - A poll that listens has been given everything up to the last event merged: its last look at the window and
 *   its registration happen without waiting in between.
 * - New events are merged into the window first; then the polls concerned are taken out and answered.
 * - Each poll gets one answer. A newer poll of a queue replaces an older one, which gets no events.
 */
export class PollDesk {
  readonly #options: DeskOptions;
  readonly #wake: Wake<ListeningPoll>;
  /** Polls that are not listening yet, and those that are, by gateway. */
  readonly #open = new Map<Sink, Map<number, OpenPoll>>();
  readonly #listening = new Map<OpenPoll, ListeningPoll>();
  #sessions: Sessions | undefined;
  #isLeaving = false;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#wake = new Wake(options.texts, options.limits);
  }

  get waiting(): number {
    return this.#wake.size;
  }

  get people(): number {
    return this.#wake.people;
  }

  /** Queues of another epoch from now on. Polls of the old one are told that their queues are gone. */
  useSessions(sessions: Sessions | undefined): void {
    this.#sessions = sessions;
    this.#failListening();
  }

  /** A gateway asks. The answer goes to the sink, unless the poll is cancelled first. */
  receive(sink: Sink, request: PollRequest): void {
    const { afterMs, jitterMs } = this.#options.heartbeat;
    const open: OpenPoll = {
      sink,
      request,
      deadlineMs: this.#options.now() + afterMs + Math.random() * jitterMs,
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

  /** The client went away. */
  cancel(sink: Sink, pollId: number): void {
    const open = this.#open.get(sink)?.get(pollId);
    if (open) this.#end(open);
  }

  /** The gateway went away: nobody waits for its polls. */
  drop(sink: Sink): void {
    for (const open of [...(this.#open.get(sink)?.values() ?? [])]) this.#end(open);
    this.#open.delete(sink);
  }

  /** Nobody waits here any more: gateways ask elsewhere. */
  leave(): void {
    this.#isLeaving = true;
    for (const sink of [...this.#open.keys()]) this.drop(sink);
  }

  /** A queue is gone: who waits on it is told. */
  gone(session: Session): void {
    const open = session.latest as OpenPoll | undefined;
    if (open && !open.isOver) this.#fail(open, errors.badEventQueueId(session.id));
  }

  /** New events have been merged into the window. */
  offer(entries: readonly WindowEntry[]): void {
    for (const entry of entries) this.#wake.offer(entry);
    const woken = this.#wake.takeWoken();
    if (woken.length === 0) return;
    const answered: ListeningPoll[] = [];
    for (const poll of woken) {
      if (poll.closed) {
        void this.#sessions?.bury(poll.session);
        this.#fail(poll.open, errors.badEventQueueId(poll.session.id));
      } else {
        answered.push(poll);
        this.#end(poll.open);
      }
    }
    for (const { sink, pollIds, json } of groupAnswers(answered)) sink.answer(pollIds, json);
    this.#trace(answered);
    this.#options.telemetry.answered('events', answered.length);
  }

  #trace(answered: readonly ListeningPoll[]): void {
    if (!isTracing()) return;
    const polls = answered.map(({ open, pending }) => ({ request: open.request, rendered: pending }));
    traceDelivered(polls, this.#options.window);
  }

  /** Once a second: heartbeats, activity of queues whose polls wait, memory. */
  tick(): void {
    const nowMs = this.#options.now();
    const due = new Map<Sink, number[]>();
    for (const { open, session } of this.#wake.polls()) {
      this.#sessions?.touch(session);
      if (open.deadlineMs > nowMs) continue;
      const pollIds = due.get(open.sink);
      if (pollIds) pollIds.push(open.request.pollId);
      else due.set(open.sink, [open.request.pollId]);
    }
    const json = heartbeatJson(this.#options.log.end);
    for (const [sink, pollIds] of due) {
      for (const pollId of pollIds) this.cancel(sink, pollId);
      sink.answer(pollIds, json);
      this.#options.telemetry.answered('heartbeat', pollIds.length);
    }
    this.#wake.sweep(nowMs - lingerMs);
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
    if (open.isOver) return;
    this.#replace(session, open);
    const from = await this.#startOf(session, request, signal);
    if (open.isOver) return;
    if (session.settledAt === 0 && !(await this.#settle(session, open))) return;
    await this.#options.reader.acknowledge(session, from, signal);
    if (open.isOver) return;
    sessions.touch(session, this.#isFarBehind(session));
    const reading = await this.#options.reader.read(session, signal);
    if (open.isOver) return;
    if (sessions !== this.#sessions) throw errors.badEventQueueId(session.id);
    if (reading.rendered.length > 0) {
      this.#answer(open, 'events', eventsJson(reading.rendered));
      traceDelivered([{ request, rendered: reading.rendered }], this.#options.window);
      return;
    }
    // Deep in the log's history and nothing found yet: the client goes on from where we are.
    if (reading.position < this.#options.log.end) {
      return this.#answer(open, 'heartbeat', heartbeatJson(reading.position));
    }
    if (request.dontBlock) return this.#answer(open, 'nothing', nothing);
    this.#listen(open, session, reading.rights);
  }

  #listen(open: OpenPoll, session: Session, rights: Rights): void {
    if (this.#wake.size >= this.#options.limits.waitingPolls) {
      throw errors.unavailable('Too many requests wait for events here.');
    }
    const poll: ListeningPoll = {
      queue: session.view,
      pending: [],
      pendingBytes: 0,
      closed: false,
      open,
      session,
    };
    this.#listening.set(open, poll);
    this.#wake.add(poll, rights);
  }

  /** The position that the client has acknowledged. @throws BAD_REQUEST when it lies beyond the log. */
  async #startOf(session: Session, { lastEventId }: PollRequest, signal: AbortSignal): Promise<number> {
    if (lastEventId === undefined || lastEventId <= session.start) return session.start;
    if (lastEventId > this.#options.log.end) await this.#options.log.reach(lastEventId, signal);
    return lastEventId;
  }

  /** False when the poll was answered because the log did not get past the registration in time. */
  async #settle(session: Session, open: OpenPoll): Promise<boolean> {
    const { log, reader, now } = this.#options;
    const lsn = Math.max(0, ...session.snapshots.map((snapshot) => snapshot.lsn));
    const waitMs = open.request.dontBlock ? settleMs : Math.max(0, open.deadlineMs - now());
    if (!(await log.passed(lsn, waitMs, open.aborter.signal))) {
      if (open.request.dontBlock) this.#answer(open, 'nothing', nothing);
      else this.#answer(open, 'heartbeat', heartbeatJson(session.start));
      return false;
    }
    if (session.settledAt === 0) await reader.settle(session, open.aborter.signal);
    return !open.isOver;
  }

  #replace(session: Session, open: OpenPoll): void {
    const older = session.latest as OpenPoll | undefined;
    session.latest = open;
    if (older && !older.isOver) this.#answer(older, 'nothing', nothing);
  }

  /** Another replica would have to read history for what this one knows. */
  #isFarBehind(session: Session): boolean {
    const { start } = this.#options.log;
    return (
      session.storedPosition < start &&
      session.checkpoint.position >= start &&
      this.#options.now() - session.storedAtMs > 10_000
    );
  }

  #answer(open: OpenPoll, kind: 'events' | 'heartbeat' | 'nothing', json: Buffer): void {
    if (open.isOver) return;
    this.#end(open);
    open.sink.answer([open.request.pollId], json);
    this.#options.telemetry.answered(kind);
  }

  #fail(open: OpenPoll, error: unknown): void {
    if (open.isOver) return;
    this.#end(open);
    if (error instanceof DeadQueueError) this.#bury(open);
    let refusal = error;
    if (!(refusal instanceof ParleyError)) {
      this.#options.logger.error({ err: error }, 'a poll failed');
      refusal = errors.unavailable();
    }
    open.sink.fail(open.request.pollId, refusal as ParleyError);
    this.#options.telemetry.answered('error');
  }

  #bury(open: OpenPoll): void {
    const sessions = this.#sessions;
    const { queueId, userId } = open.request;
    sessions?.open(queueId, userId).then(
      (session) => sessions.bury(session),
      () => undefined,
    );
  }

  #failListening(): void {
    for (const { open, session } of this.#wake.clear()) this.#fail(open, errors.badEventQueueId(session.id));
  }

  #end(open: OpenPoll): void {
    if (open.isOver) return;
    open.isOver = true;
    const polls = this.#open.get(open.sink);
    if (polls?.get(open.request.pollId) === open) polls.delete(open.request.pollId);
    const listening = this.#listening.get(open);
    if (!listening) {
      // Only who does not listen yet waits for something else.
      open.aborter.abort(over);
      return;
    }
    this.#listening.delete(open);
    this.#wake.remove(listening, this.#options.now());
    const { session } = listening;
    if (session.latest === open) session.latest = undefined;
  }
}
