import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { NewEpochReason } from './epoch/decide.ts';

export type Role = 'starting' | 'standby' | 'active';

export type Telemetry = ReturnType<typeof createTelemetry>;

/** Registers the metrics of the relay. */
export function createTelemetry(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const dropped = counter('parley_relay_signals_dropped_total', 'Signals dropped instead of published.');
  const unreadable = counter(
    'parley_relay_unreadable_frames_total',
    'Frames that could not be read and were skipped.',
  );
  const sessions = counter(
    'parley_relay_sessions_lost_total',
    'Sessions started after a lost connection or a lost role.',
  );
  const announced = counter('parley_relay_announcements_total', 'Announcements of freshness.');
  const active = gauge('parley_relay_active', '1 for the relay that writes the log.');
  const epochs = new Counter({
    name: 'parley_relay_epochs_total',
    help: 'New epochs begun, by reason.',
    labelNames: ['reason'],
    registers,
  });
  return {
    ...publishingMetrics(registry),
    ...walMetrics(registry),
    epochBegun: (reason: NewEpochReason) => epochs.inc({ reason }),
    signalDropped: () => dropped.inc(),
    unreadableFrame: () => unreadable.inc(),
    sessionLost: () => sessions.inc(),
    role: (role: Role) => active.set(role === 'active' ? 1 : 0),
    announced: () => announced.inc(),
  };
}

/** Registers the metrics of what is published, and of what waits for it. */
function publishingMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const published = counter(
    'parley_relay_published_events_total',
    'Events stored in the log, signals included.',
  );
  const entries = counter('parley_relay_entries_total', 'Entries stored in the log.');
  const pending = gauge(
    'parley_relay_held_events',
    'Events received from the slot and not yet published, because they are not yet visible or JetStream is slow.',
  );
  const heldBytes = gauge('parley_relay_held_bytes', 'Size of the pending events.');
  const seconds = new Histogram({
    name: 'parley_relay_publish_seconds',
    help: 'Time from publishing an entry to its acknowledgement.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
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
  };
}

/** Registers the metrics of the write-ahead log. */
function walMetrics(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const lag = gauge(
    'parley_relay_lag_bytes',
    'Bytes of write-ahead log beyond the position confirmed to the slot.',
  );
  const headroom = gauge(
    'parley_relay_wal_room_bytes',
    'Write-ahead log that may still be written before the slot is lost; -1 without a limit.',
  );
  const standbyLag = gauge(
    'parley_relay_standby_lag_bytes',
    'Write-ahead log that the slowest standby with a slot has not written yet; -1 without such standbys.',
  );
  return {
    wal(lagBytes: number, headroomBytes: number | undefined, standbyLagBytes: number | undefined) {
      lag.set(lagBytes);
      headroom.set(headroomBytes ?? -1);
      standbyLag.set(standbyLagBytes ?? -1);
    },
  };
}
