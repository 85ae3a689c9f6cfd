import { isSampled, isTracing, startSpan } from '@parley/core';
import { sampledTraceOf } from '@parley/event-log';
import type { Rendered } from '../domain/texts.ts';
import type { Window } from '../domain/window.ts';
import type { PollRequest } from './poll.ts';

/** For answers that are sent together, and of links in one span. More would add no information. */
const most = 16;

type Answered = { request: PollRequest; rendered: readonly Rendered[] };

/**
 * Records the delivery of events: one span for each of the first `most` events, if the request that caused the event is traced,
 * with links to the traced polls that the event answers. The span belongs to the trace of that request.
 */
export function traceDelivered(polls: readonly Answered[], window: Pick<Window, 'get'>): void {
  if (!isTracing()) return;
  const delivered = new Map<number, { polls: number; links: string[] }>();
  for (const { request, rendered } of polls) {
    for (const { id } of rendered) {
      let event = delivered.get(id);
      if (!event) {
        if (delivered.size >= most) continue;
        event = { polls: 0, links: [] };
        delivered.set(id, event);
      }
      event.polls++;
      const { traceparent } = request;
      if (event.links.length < most && isSampled(traceparent)) event.links.push(traceparent);
    }
  }
  for (const [id, { polls: count, links }] of delivered) {
    const entry = window.get(id);
    const parent = entry && sampledTraceOf(entry.encoded);
    if (parent === undefined) continue;
    const attributes = { 'parley.event_id': id, 'parley.polls': count };
    startSpan('deliver', { kind: 'consumer', service: 'event-queue', parent, links, attributes })?.end();
  }
}
