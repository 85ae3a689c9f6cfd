export {
  type ErrorMessage,
  type ErrorText,
  errorText,
  errorTextOf,
  foreignErrorText,
  type PlainErrorText,
} from '@parley/texts';
export {
  type BackoffOptions,
  backoff,
  QueueFullError,
  type RetryOptions,
  retry,
  Semaphore,
  sleep,
} from './async.ts';
export { bestEffort } from './best-effort.ts';
export { type Clock, systemClock, unixSeconds } from './clock.ts';
export {
  ConfigError,
  envBool,
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envNumber,
  envString,
  envUrl,
  loadConfig,
} from './config.ts';
export { type ErrorCode, type ErrorFields, errorStatus, errors, ParleyError } from './errors.ts';
export { externalPicturePath, readExternalPicture } from './external-picture.ts';
export { jsonBytes } from './json.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { createLogger, type Logger, type LoggerOptions, silentLogger } from './logger.ts';
export { networkOf, plainAddress } from './network-address.ts';
export { maxIdsPerEvent, partsOf } from './parts.ts';
export {
  envNameOf,
  ownsSchema,
  roleOf,
  type SchemaOwner,
  type ServiceName,
  schemaOf,
  schemaOwners,
  serviceNames,
} from './services.ts';
export { parseSnapshot } from './snapshot.ts';
export { processTls, readTls, type Tls, useTls } from './tls.ts';
export { isSampled, parseTraceparent, sampledTraceId } from './traceparent.ts';
export {
  isTracing,
  type Span,
  type SpanOptions,
  startInnerSpan,
  startSpan,
  useTracer,
} from './tracing.ts';
export { type WebPushKeys, webPushKeys } from './web-push-keys.ts';
