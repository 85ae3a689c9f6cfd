import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { NewEpochReason } from './epoch/decide.ts';

export type Role = 'starting' | 'standby' | 'active';

export type Telemetry = ReturnType<typeof createTelemetry>;

export function createTelemetry(registry: Registry) {
  const registers = [registry];
  const lag = new Gauge({
    name: 'parley_relay_lag_bytes',
    help: 'Bytes of write-ahead log beyond the position confirmed to the slot.',
    registers,
  });
  const published = new Counter({
    name: 'parley_relay_published_events_total',
    help: 'Events stored in the log, signals included.',
    registers,
  });
  const entries = new Counter({
    name: 'parley_relay_entries_total',
    help: 'Entries stored in the log.',
    registers,
  });
  const seconds = new Histogram({
    name: 'parley_relay_publish_seconds',
    help: 'Time from publishing an entry to its acknowledgement.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
    registers,
  });
  const pending = new Gauge({
    name: 'parley_relay_held_events',
    help: 'Events received from the slot and not yet published, because they are not yet visible or JetStream is slow.',
    registers,
  });
  const heldBytes = new Gauge({
    name: 'parley_relay_held_bytes',
    help: 'Size of the pending events.',
    registers,
  });
  const epochs = new Counter({
    name: 'parley_relay_epochs_total',
    help: 'New epochs begun, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const dropped = new Counter({
    name: 'parley_relay_signals_dropped_total',
    help: 'Signals dropped instead of published.',
    registers,
  });
  const unreadable = new Counter({
    name: 'parley_relay_unreadable_frames_total',
    help: 'Frames that could not be read and were skipped.',
    registers,
  });
  const sessions = new Counter({
    name: 'parley_relay_sessions_lost_total',
    help: 'Sessions started after a lost connection or a lost role.',
    registers,
  });
  const headroom = new Gauge({
    name: 'parley_relay_wal_room_bytes',
    help: 'Write-ahead log that may still be written before the slot is lost; -1 without a limit.',
    registers,
  });
  const standbyLag = new Gauge({
    name: 'parley_relay_standby_lag_bytes',
    help: 'Write-ahead log that the slowest standby with a slot has not written yet; -1 without such standbys.',
    registers,
  });
  const active = new Gauge({
    name: 'parley_relay_active',
    help: '1 for the relay that writes the log.',
    registers,
  });
  const announced = new Counter({
    name: 'parley_relay_announcements_total',
    help: 'Announcements of freshness.',
    registers,
  });
  return {
    published(events: number, elapsedMs: number) {
      published.inc(events);
      entries.inc();
      seconds.observe(elapsedMs / 1000);
    },
    pending(events: number, bytes: number) {
      pending.set(events);
      heldBytes.set(bytes);
    },
    epochBegun: (reason: NewEpochReason) => epochs.inc({ reason }),
    signalDropped: () => dropped.inc(),
    unreadableFrame: () => unreadable.inc(),
    sessionLost: () => sessions.inc(),
    wal(lagBytes: number, headroomBytes: number | undefined, standbyLagBytes: number | undefined) {
      lag.set(lagBytes);
      headroom.set(headroomBytes ?? -1);
      standbyLag.set(standbyLagBytes ?? -1);
    },
    role: (role: Role) => active.set(role === 'active' ? 1 : 0),
    announced: () => announced.inc(),
  };
}
