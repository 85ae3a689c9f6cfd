export {
  type ErrorMessage,
  type ErrorText,
  errorText,
  errorTextOf,
  foreignErrorText,
  type PlainErrorText,
} from '@parley/texts';
export { boundedBytes, chunksOf } from './chunks.ts';
export {
  type BackoffOptions,
  backoff,
  inTurns,
  onAbort,
  QueueFullError,
  type RetryOptions,
  retry,
  Semaphore,
  sleep,
} from './concurrency/async.ts';
export { bestEffort } from './concurrency/best-effort.ts';
export { type Clock, systemClock, unixSeconds } from './concurrency/clock.ts';
export { KeyedMutex } from './concurrency/keyed-mutex.ts';
export { every, later, type Repeating, rest } from './concurrency/together.ts';
export {
  ConfigError,
  envBool,
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envNetworks,
  envNumber,
  envString,
  envUrl,
  loadConfig,
} from './configuration/config.ts';
export {
  type NatsSecurity,
  processNatsSecurity,
  readNatsSecurity,
  useNatsSecurity,
} from './configuration/nats-security.ts';
export {
  envNameOf,
  ownsSchema,
  roleOf,
  roleSettingsOf,
  type SchemaOwner,
  type ServiceName,
  schemaOf,
  schemaOwners,
  serviceNames,
} from './configuration/services.ts';
export {
  type JwtConfig,
  type LdapConfig,
  noSignInMethods,
  type OidcConfig,
  type PicturePolicy,
  type ProxyConfig,
  readSignInFile,
  type SamlConfig,
  type ScimConfig,
  type SignInConfig,
} from './configuration/sign-in-file.ts';
export {
  acceptsUnencrypted,
  expiresAtMs,
  processTls,
  readTls,
  type Tls,
  type TlsFiles,
  tlsOfCaller,
  useTls,
} from './configuration/tls.ts';
export { VERSION } from './configuration/version.ts';
export {
  type ErrorCode,
  type ErrorFields,
  errorStatus,
  errors,
  isNoOrganization,
  ParleyError,
} from './errors/errors.ts';
export { expectFields } from './errors/expected-fields.ts';
export { asError, errorCode, errorMessage } from './errors/thrown.ts';
export { escapeHtml } from './escape-html.ts';
export { hashedUuid } from './hashed-uuid.ts';
export { jsonBytes } from './json.ts';
export { createLogger, type Logger, type LoggerOptions, silentLogger } from './logging/logger.ts';
export { oneLine } from './logging/one-line.ts';
export { isSampled, parseTraceparent, sampledTraceId } from './logging/traceparent.ts';
export {
  isTracing,
  type Span,
  type SpanOptions,
  startInnerSpan,
  startSpan,
  useTracer,
} from './logging/tracing.ts';
export { hostAndPort, listenHost, portOf } from './network/listen-host.ts';
export { isNetwork, networkOf, plainAddress, within } from './network/network-address.ts';
export { ANY_HOST, ownHosts } from './network/own-hosts.ts';
export { maxIdsPerEvent, partsOf } from './parts.ts';
export { encodeColorPng, encodePng } from './png.ts';
export { firstItem, itemAt, lastItem, partBefore, required } from './required.ts';
export { exportFileName, readArchiveToken, signArchiveToken } from './secrets/archive-token.ts';
export { externalPicturePath, readExternalPicture, resignPictures } from './secrets/external-picture.ts';
export { acceptSecretToo, readAlsoAcceptedSecret, secretAcceptedToo } from './secrets/rpc-secret.ts';
export { createSealer, type Sealer } from './secrets/sealer.ts';
export { type SecretKeys, secretKeysOf, secretKeyVariables, withEitherKey } from './secrets/secret-keys.ts';
export { type WebPushKeys, webPushKeys } from './secrets/web-push-keys.ts';
export { parseSnapshot } from './snapshot.ts';
export { hasKey, isOneOf, isRecord, keysOf, recordOf } from './typed-objects.ts';
export { type Visitor, visitor } from './visitor.ts';
