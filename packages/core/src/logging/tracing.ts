/** Disabled until the process configures an exporter. Then a span costs one comparison. */
import {
  type Attributes,
  type Context,
  context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { ServiceName } from '../configuration/services.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/** One operation within a trace. It lasts until `end`. */
export type Span = {
  /** The trace context for calls and events that are made in this span. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Records a failure. It records only the kind of error, because the message may quote what people have written. */
  fail(kind: string): void;
  end(): void;
  /** Runs `work` with this span as the active one. Spans of database statements become its children. */
  run<T>(work: () => T): T;
};

export type SpanOptions = {
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The service to which the span belongs. Default: that of its parent in this process, or else the process itself. */
  service?: ServiceName | undefined;
  /** `traceparent` of the parent. Without it, the parent is the active span, or else a new trace starts. */
  parent?: string | undefined;
  attributes?: Attributes;
  /** `traceparent`s of related spans, to which the span gets links. */
  links?: readonly string[];
  /** Start time in milliseconds since the Unix epoch. Default: now. */
  startedAt?: number;
};

let tracer: Tracer | undefined;
let tracerOf: ((service: ServiceName) => Tracer) | undefined;
/** The services of the spans that have not ended, by span ID. Spans within them belong to the same service. */
const services = new Map<string, ServiceName>();

/**
 * Enables tracing with a tracer, or disables it. Processes call it at their start; tests pass a tracer of their own.
 * @param ofService returns the tracer for the spans of a service, because a process may run several
 */
export function useTracer(used: Tracer | undefined, ofService?: (service: ServiceName) => Tracer): void {
  tracer = used;
  tracerOf = ofService;
}

export const isTracing = (): boolean => tracer !== undefined;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

export function startSpan(name: string, options: SpanOptions): Span | undefined {
  if (tracer === undefined) return undefined;
  const parent = contextOf(options.parent);
  const service = options.service ?? serviceIn(parent);
  const span = tracerFor(service, tracer).startSpan(
    name,
    {
      kind: kinds[options.kind],
      ...(options.attributes && { attributes: options.attributes }),
      ...(options.links && { links: options.links.flatMap(linkOf) }),
      ...(options.startedAt !== undefined && { startTime: options.startedAt }),
    },
    parent,
  );
  return wrap(span, parent, service);
}

/** Undefined without an active span, so background work is not traced. */
export function startInnerSpan(name: string, attributes: Attributes): Span | undefined {
  if (tracer === undefined) return undefined;
  const active = context.active();
  if (!trace.getSpan(active)?.isRecording()) return undefined;
  const service = serviceIn(active);
  const span = tracerFor(service, tracer).startSpan(name, { kind: SpanKind.CLIENT, attributes }, active);
  return wrap(span, active, service);
}

const serviceIn = (parent: Context): ServiceName | undefined =>
  services.get(trace.getSpanContext(parent)?.spanId ?? '');

const tracerFor = (service: ServiceName | undefined, ofProcess: Tracer): Tracer =>
  service === undefined ? ofProcess : (tracerOf?.(service) ?? ofProcess);

function wrap(span: OtelSpan, parent: Context, service: ServiceName | undefined): Span {
  const { spanId } = span.spanContext();
  if (service !== undefined) services.set(spanId, service);
  return {
    traceparent: formatTraceparent(span.spanContext()),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => void span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR }),
    end() {
      services.delete(spanId);
      span.end();
    },
    run: (work) => context.with(trace.setSpan(parent, span), work),
  };
}

function contextOf(traceparent: string | undefined): Context {
  const parsed = traceparent === undefined ? undefined : parseTraceparent(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, parsed) : context.active();
}

function linkOf(traceparent: string): Link[] {
  const parsed = parseTraceparent(traceparent);
  return parsed ? [{ context: parsed }] : [];
}
