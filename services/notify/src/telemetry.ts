import type { Db } from '@parley/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import { measureDigests } from './db/digest-runs.ts';
import { measureQueue } from './db/mails.ts';
import { measureDuePeople } from './db/missed-messages.ts';
import { measurePhonePushes } from './db/phone-pushes.ts';
import { measureTurns } from './db/topic-turns.ts';
import { measurePushes } from './db/web-push.ts';

/** `forwarder` is the service that forwards to apps of another vendor. */
export type PushService = 'web' | 'fcm' | 'apns' | 'forwarder';

type PushOutcome =
  | 'accepted'
  | 'retried'
  | 'refused'
  | 'gone'
  | 'expired'
  | 'read'
  | 'seen'
  | 'unwanted'
  | 'withdrawn';

/** Counters for operators. */
export type Telemetry = {
  /** Counts decided notifications: one for each pair of message and person. */
  decided(medium: 'email' | 'push', people: number): void;
  /** Mailed, or dropped: read, active (`seen`), or turned off (`unwanted`). */
  settled(outcome: 'mailed' | 'read' | 'seen' | 'unwanted', messages: number): void;
  /** Counts attempts to push a message to a browser or phone, and pushes that were dropped without an attempt. */
  pushed(service: PushService, outcome: PushOutcome, pushes: number): void;
  /** Counts incoming mails by outcome: one for each recipient. */
  received(
    outcome: 'posted' | 'repeated' | 'ignored' | 'bounced' | 'explained' | 'refused' | 'deferred',
  ): void;
  digested(mails: number): void;
  /** Counts attempts to send a mail, and mails of which nothing was left to report when they were to be sent (`dropped`). */
  mailed(outcome: 'accepted' | 'retried' | 'refused' | 'expired' | 'dropped'): void;
};

/** Creates the metrics and registers them. */
export function createTelemetry(db: Db, registry: Registry): Telemetry {
  measureDatabase(db, registry);
  const registers = [registry];
  const decided = new Counter({
    name: 'parley_notify_decided_total',
    help: 'Notifications decided: pairs of message and person, by medium.',
    labelNames: ['medium'],
    registers,
  });
  const settled = new Counter({
    name: 'parley_notify_settled_total',
    help: 'Missed messages, by outcome: mailed, read before the mail, seen (the person was active), or unwanted (turned off).',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'parley_notify_mails_total',
    help: 'Attempts to send a mail, and mails without anything left to report, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const pushes = new Counter({
    name: 'parley_notify_pushes_total',
    help: 'Pushes by push service and by outcome of an attempt, or by the reason for which none was made.',
    labelNames: ['service', 'outcome'],
    registers,
  });
  const digests = new Counter({
    name: 'parley_notify_digests_total',
    help: 'Weekly digests that were written.',
    registers,
  });
  const received = new Counter({
    name: 'parley_notify_received_mails_total',
    help: 'Incoming mails, by outcome: posted, delivered before, ignored as automatic, report of an undelivered mail, refused with an explanation by mail, refused, or to be delivered again.',
    labelNames: ['outcome'],
    registers,
  });
  // Creates the series of outcomes that alerts use with the value 0, because a missing series would hide the first increase.
  for (const outcome of ['accepted', 'refused']) mails.inc({ outcome }, 0);
  received.inc({ outcome: 'bounced' }, 0);
  return {
    decided: (medium, people) => decided.inc({ medium }, people),
    settled: (outcome, messages) => settled.inc({ outcome }, messages),
    pushed: (service, outcome, count) => pushes.inc({ service, outcome }, count),
    received: (outcome) => received.inc({ outcome }),
    digested: (count) => digests.inc(count),
    mailed: (outcome) => mails.inc({ outcome }),
  };
}

/** Registers the gauges that are measured in the database when metrics are read. */
function measureDatabase(db: Db, registry: Registry): void {
  const gauges = [...pushGauges(db, registry), ...mailGauges(db, registry)];
  for (const gauge of gauges) gauge.set(0);
}

function pushGauges(db: Db, registry: Registry): Gauge[] {
  const registers = [registry];
  const queued = new Gauge({
    name: 'parley_notify_queued_pushes',
    help: 'Pushes that wait to be sent.',
    registers,
    async collect() {
      const measured = await Promise.all([measurePushes(db), measurePhonePushes(db), measureTurns(db)]).catch(
        () => undefined,
      );
      if (!measured) return;
      this.set(measured[0].queued + measured[1].queued);
      overdue.set(Math.max(measured[0].overdueSeconds, measured[1].overdueSeconds, measured[2]));
    },
  });
  const overdue = new Gauge({
    name: 'parley_notify_overdue_pushes_seconds',
    help: 'How long the most overdue push, or the most overdue news of a topic, has waited.',
    registers,
  });
  return [queued, overdue];
}

function mailGauges(db: Db, registry: Registry): Gauge[] {
  const registers = [registry];
  const queued = new Gauge({
    name: 'parley_notify_queued_mails',
    help: 'Mails that wait to be sent.',
    registers,
    async collect() {
      const measured = await measureQueue(db).catch(() => undefined);
      if (!measured) return;
      this.set(measured.queued);
      oldest.set(measured.oldestSeconds);
    },
  });
  const oldest = new Gauge({
    name: 'parley_notify_oldest_mail_seconds',
    help: 'Age of the oldest mail that waits to be sent.',
    registers,
  });
  const overdue = new Gauge({
    name: 'parley_notify_overdue_seconds',
    help: 'How long the most overdue person has waited for mails to be written.',
    registers,
    async collect() {
      const measured = await measureDuePeople(db).catch(() => undefined);
      if (measured) this.set(measured.overdueSeconds);
    },
  });
  const overdueDigests = new Gauge({
    name: 'parley_notify_overdue_digests_seconds',
    help: 'Time for which weekly digests of today have been due without being written.',
    registers,
    async collect() {
      const seconds = await measureDigests(db).catch(() => undefined);
      if (seconds !== undefined) this.set(seconds);
    },
  });
  return [overdueDigests, queued, oldest, overdue];
}
