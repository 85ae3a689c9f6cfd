import { useTracer } from '@parley/core';

export type TracingOptions = {
  /** Name of the service, on every span. */
  service: string;
  /** Base address of an OTLP/HTTP collector, for instance `http://collector:4318`. */
  url: string;
  /** Share of the traces that begin here to record, 0 to 1; what a proxy began is recorded if it says so. */
  ratio: number;
};

/**
 * Sends spans to a collector from here on. The libraries are loaded only then: a process without a collector pays
 * nothing. Spans that the collector does not take in time are dropped, never kept or waited for.
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
