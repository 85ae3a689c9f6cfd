/**
 * Parses and formats `traceparent`, the W3C trace context as text (https://www.w3.org/TR/trace-context/) that headers, calls
 * and events contain. Every process needs this, even without tracing, so this file does not load `@opentelemetry/core`
 * (docs/decisions/own-or-library.md). A test compares the results with that library.
 */
import { isSpanContextValid, type SpanContext, TraceFlags } from '@opentelemetry/api';

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the span in a `traceparent`; undefined when the text is malformed or an ID is zero. */
export function parseTraceparent(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = form.exec(traceparent) ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  const parsed = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parsed) ? parsed : undefined;
}

export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** Returns whether the trace of a well-formed `traceparent` is sampled, which means that its spans are recorded. */
export const isSampled = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.slice(-2), 16) & TraceFlags.SAMPLED) !== 0;

/** Returns the trace ID of a sampled `traceparent`, for exemplars of metrics; undefined for others. */
export function sampledTraceId(traceparent: string | undefined): string | undefined {
  return traceparent !== undefined && isSampled(traceparent) ? traceparent.slice(3, 35) : undefined;
}
