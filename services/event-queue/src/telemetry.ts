import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Telemetry = ReturnType<typeof createTelemetry>;

/** What the gauges read at each scrape. */
type Watched = Readonly<
  Record<
    | 'waiting'
    | 'sessions'
    | 'windowBytes'
    | 'windowEvents'
    | 'windowAgeSeconds'
    | 'behindSeconds'
    | 'people'
    | 'followedSequence',
    () => number
  >
>;

/** Settings that gauges show beside what they limit. */
type Limits = { windowBytes: number; idleSeconds: number };

/** Registers the metrics of this service: counters, histograms, and gauges that are read at each scrape. */
export function createTelemetry(registry: Registry, watched: Watched, limits: Limits) {
  registerGauges(registry, watched, limits);
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const events = counter('parley_event_queue_events_total', 'Events merged from the log.');
  const unreadable = counter(
    'parley_event_queue_unreadable_total',
    'Entries and events that this release cannot read.',
  );
  const rebuilt = counter('parley_event_queue_consumer_rebuilt_total', 'Times the consumer was recreated.');
  const gaps = counter('parley_event_queue_gaps_total', 'Times a part of the log was missed.');
  const epochs = counter('parley_event_queue_epoch_changes_total', 'Times the log began a new epoch.');
  const expired = counter('parley_event_queue_expired_total', 'Queues removed after their idle timeout.');
  const answers = new Counter({
    name: 'parley_event_queue_answers_total',
    help: 'Answered polls, by kind of answer.',
    labelNames: ['with'],
    registers,
  });
  const matchSeconds = new Histogram({
    name: 'parley_event_queue_wake_seconds',
    help: 'Time to merge a batch of events and to match it with the waiting polls.',
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1],
    registers,
  });
  const deliverySeconds = new Histogram({
    name: 'parley_event_queue_delivery_seconds',
    help: 'Time from the commit of an event until it was matched with the waiting polls, for the oldest event of each batch.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  });
  return {
    follower: {
      events: (count: number) => events.inc(count),
      unreadable: () => unreadable.inc(),
      rebuilt: () => rebuilt.inc(),
      gap: () => gaps.inc(),
      epochChanged: () => epochs.inc(),
    },
    unreadable: () => unreadable.inc(),
    expired: (count: number) => expired.inc(count),
    answered: (kind: 'events' | 'heartbeat' | 'nothing' | 'error', count = 1) =>
      answers.inc({ with: kind }, count),
    matched: (milliseconds: number) => matchSeconds.observe(milliseconds / 1000),
    /** Until an event was matched with the waiting polls. Clocks differ, so a negative time counts as 0. */
    delivered: (milliseconds: number) => deliverySeconds.observe(Math.max(0, milliseconds) / 1000),
  };
}

function registerGauges(registry: Registry, watched: Watched, limits: Limits): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('parley_event_queue_waiting_polls', 'Polls that wait for an event.', watched.waiting);
  gauge('parley_event_queue_sessions', 'Queues that were polled here recently.', watched.sessions);
  gauge('parley_event_queue_listening_people', 'People in the index of waiting polls.', watched.people);
  gauge('parley_event_queue_window_bytes', 'Memory of the window.', watched.windowBytes);
  gauge(
    'parley_event_queue_window_max_bytes',
    'Memory limit of the window, beyond which it drops its oldest events.',
    () => limits.windowBytes,
  );
  gauge(
    'parley_event_queue_window_age_seconds',
    'Age of the oldest event in the window.',
    watched.windowAgeSeconds,
  );
  gauge(
    'parley_event_queue_idle_timeout_seconds',
    'Time without a poll after which a queue expires, unless its client asked for another time.',
    () => limits.idleSeconds,
  );
  gauge(
    'parley_event_queue_behind_seconds',
    'Delay of the merged part of the log; 0 while everything in the log is merged.',
    watched.behindSeconds,
  );
  gauge(
    'parley_event_queue_followed_sequence',
    'Sequence of the last merged log entry.',
    watched.followedSequence,
  );
  gauge('parley_event_queue_window_events', 'Events in the window.', watched.windowEvents);
}
