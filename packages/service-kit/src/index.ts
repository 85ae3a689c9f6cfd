export { followCertificates } from './certificates.ts';
export {
  type DefinedService,
  defineService,
  type Part,
  type Parts,
  type ServiceOptions,
  type ServiceOverrides,
} from './define-service.ts';
export { createRegistry } from './ops.ts';
export { ProcessOps } from './process-ops.ts';
export { onceTrueWithin, type ReadyCheck } from './readiness.ts';
export { runService, type Service } from './run.ts';
export { startTracing, type TracingOptions } from './tracing.ts';
