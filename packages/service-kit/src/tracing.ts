import { useTracer } from '@parley/core';

export type TracingOptions = {
  /** Name of the service on every span. */
  service: string;
  /** Base address of an OTLP/HTTP collector, for instance `http://collector:4318`. */
  url: string;
  /**
   * Share of the traces starting here that are recorded, from 0 to 1. Traces that a proxy started are recorded when the
   * proxy says so.
   */
  ratio: number;
};

/**
 * Sends spans to a collector from now on. The libraries are loaded only then, so a process without a collector does not
 * pay for them. Spans that the collector does not accept in time are dropped. Nothing waits for them.
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
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': `parley-${service}` }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  useTracer(provider.getTracer('parley'));
  return {
    async stop() {
      useTracer(undefined);
      await provider.shutdown().catch(() => undefined);
    },
  };
}
