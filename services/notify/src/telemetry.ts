import type { Db } from '@parley/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import { measureQueue } from './db/mails.ts';
import { measureDuePeople } from './db/missed-messages.ts';
import { measurePushes } from './db/web-push.ts';

type PushOutcome = 'accepted' | 'retried' | 'refused' | 'gone' | 'expired' | 'read' | 'seen' | 'unwanted';

/** Counters for operators. */
export type Telemetry = {
  /** Messages of which people are to be notified, counted per person. */
  decided(medium: 'email' | 'push', people: number): void;
  /** Missed messages that were mailed, or dropped because the person had read them, was there, or no longer wants them. */
  settled(outcome: 'mailed' | 'read' | 'seen' | 'unwanted', messages: number): void;
  /** Attempts to push a message to a browser, and pushes that were dropped before. */
  pushed(outcome: PushOutcome, pushes: number): void;
  mailed(outcome: 'accepted' | 'retried' | 'refused' | 'expired'): void;
};

/** Creates the metrics of decisions and mails. */
export function createTelemetry(db: Db, registry: Registry): Telemetry {
  const registers = [registry];
  const decided = new Counter({
    name: 'parley_notify_decided_total',
    help: 'Notifications decided: pairs of message and person, by medium.',
    labelNames: ['medium'],
    registers,
  });
  const settled = new Counter({
    name: 'parley_notify_settled_total',
    help: 'Missed messages by outcome: mailed, read in time, seen by a present person, or unwanted by now.',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'parley_notify_mails_total',
    help: 'Attempts to send a mail, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const pushes = new Counter({
    name: 'parley_notify_pushes_total',
    help: 'Pushes to browsers by outcome of an attempt, or by the reason for which none was made.',
    labelNames: ['outcome'],
    registers,
  });
  const queuedPushes = new Gauge({
    name: 'parley_notify_queued_pushes',
    help: 'Pushes that wait to be sent.',
    registers,
    async collect() {
      const measured = await measurePushes(db).catch(() => undefined);
      if (!measured) return;
      this.set(measured.queued);
      overduePushes.set(measured.overdueSeconds);
    },
  });
  const overduePushes = new Gauge({
    name: 'parley_notify_overdue_pushes_seconds',
    help: 'How long the most overdue push has waited to be sent.',
    registers,
  });
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
  for (const gauge of [queued, oldest, overdue, queuedPushes, overduePushes]) gauge.set(0);
  return {
    decided: (medium, people) => decided.inc({ medium }, people),
    settled: (outcome, messages) => settled.inc({ outcome }, messages),
    pushed: (outcome, count) => pushes.inc({ outcome }, count),
    mailed: (outcome) => mails.inc({ outcome }),
  };
}
