import type { Tracer } from '@opentelemetry/api';
import { useTracer } from '@parley/core';

export type TracingOptions = {
  /** Name of the process: that of its service. Spans of other services of the process have the name of their service. */
  service: string;
  /** Base URL of an OTLP/HTTP collector, for instance `http://collector:4318`. */
  url: string;
  /** From 0 to 1, of the traces starting here. For traces that a proxy has started, the proxy decides. */
  ratio: number;
};

/**
 * Starts to send spans to a collector. The libraries are loaded only now, so that a process without a collector does not need
 * them. Spans that the collector does not accept in time are dropped, so that nothing waits for it.
 */
export async function startTracing({
  service,
  url,
  ratio,
}: TracingOptions): Promise<{ stop(): Promise<void> }> {
  const [{ context }, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: 2_000,
  });
  const processor = new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 });
  const tracers = new Map<string, Tracer>();
  const tracerOf = (name: string): Tracer => {
    let tracer = tracers.get(name);
    if (!tracer) {
      const provider = new sdk.TracerProvider({
        resource: resources.resourceFromAttributes({ 'service.name': `parley-${name}` }),
        sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
        spanProcessors: [processor],
      });
      tracer = provider.getTracer('parley');
      tracers.set(name, tracer);
    }
    return tracer;
  };
  useTracer(tracerOf(service), tracerOf);
  return {
    async stop() {
      useTracer(undefined);
      await processor.shutdown().catch(() => undefined);
    },
  };
}
