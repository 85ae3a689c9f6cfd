/**
 * W3C trace context as text (`traceparent`, https://www.w3.org/TR/trace-context/), as headers, calls and events carry
 * it. Every process parses it, also without tracing, so this needs no library of OpenTelemetry
 * (docs/decisions/own-or-library.md). A test compares both.
 */
import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the span that a `traceparent` names; undefined when the text is malformed or an ID is zero. */
export function parseTraceparent(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = form.exec(traceparent) ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  const parsed = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parsed) ? parsed : undefined;
}

/** Returns the `traceparent` of a span. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Returns whether the span that a well-formed `traceparent` names is recorded. */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.slice(-2), 16) & TraceFlags.SAMPLED) !== 0;

/** Returns the trace ID of a recorded span, for exemplars; undefined when the span is not recorded. */
export function sampledTraceId(traceparent: string | undefined): string | undefined {
  return traceparent !== undefined && isSampled(traceparent) ? traceparent.slice(3, 35) : undefined;
}
