export { followCertificates } from './certificates.ts';
export {
  type DefinedService,
  defineService,
  type Part,
  type Parts,
  type ServiceOptions,
  type ServiceOverrides,
} from './define-service.ts';
export { createRegistry, onceTrueWithin } from './ops.ts';
export type { ReadyCheck } from './ops-server.ts';
export { ProcessOps } from './process-ops.ts';
export { runService, type Service } from './run.ts';
export { startTracing, type TracingOptions } from './tracing.ts';
