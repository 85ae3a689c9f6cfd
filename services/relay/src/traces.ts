import { isTracing, startSpan } from '@parley/core';
import { sampledTraceOf } from '@parley/event-log';
import type { LoggedEvent } from '@parley/proto/events/v1/log';

/** Records a span for each event of a stored entry. The span belongs to the trace of the request that caused the event. */
export function tracePublished(events: readonly LoggedEvent[], tookMs: number): void {
  if (!isTracing()) return;
  const startedAt = Date.now() - tookMs;
  for (const { event, committedAtUs } of events) {
    const parent = sampledTraceOf(event);
    if (parent === undefined) continue;
    const attributes = { 'messaging.system': 'nats', 'parley.committed_at_us': committedAtUs };
    startSpan('publish', { kind: 'producer', service: 'relay', parent, startedAt, attributes })?.end();
  }
}
