export { createOps, createRegistry, type Ops, type OpsOptions, type ReadyCheck } from './ops.ts';
export { runService, type Service } from './run.ts';
export { startTracing, type TracingOptions } from './tracing.ts';
