export {
  type ErrorMessage,
  type ErrorText,
  errorText,
  errorTextOf,
  foreignErrorText,
  type PlainErrorText,
} from '@parley/texts';
export { exportFileName, readArchiveToken, signArchiveToken } from './archive-token.ts';
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
} from './async.ts';
export { bestEffort } from './best-effort.ts';
export { chunksOf } from './chunks.ts';
export { type Clock, systemClock, unixSeconds } from './clock.ts';
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
} from './config.ts';
export {
  type ErrorCode,
  type ErrorFields,
  errorStatus,
  errors,
  isNoOrganization,
  ParleyError,
} from './errors.ts';
export { escapeHtml } from './escape-html.ts';
export { expectFields } from './expected-fields.ts';

export { externalPicturePath, readExternalPicture, resignPictures } from './external-picture.ts';
export { hashedUuid } from './hashed-uuid.ts';
export { jsonBytes } from './json.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { hostAndPort, listenHost, portOf } from './listen-host.ts';
export { createLogger, type Logger, type LoggerOptions, silentLogger } from './logger.ts';
export {
  type NatsSecurity,
  processNatsSecurity,
  readNatsSecurity,
  useNatsSecurity,
} from './nats-security.ts';
export { isNetwork, networkOf, plainAddress, within } from './network-address.ts';
export { oneLine } from './one-line.ts';
export { ANY_HOST, ownHosts } from './own-hosts.ts';
export { maxIdsPerEvent, partsOf } from './parts.ts';
export { encodeColorPng, encodePng } from './png.ts';
export { firstItem, itemAt, lastItem, partBefore, required } from './required.ts';
export { acceptSecretToo, readAlsoAcceptedSecret, secretAcceptedToo } from './rpc-secret.ts';
export { createSealer, type Sealer } from './sealer.ts';
export { type SecretKeys, secretKeysOf, secretKeyVariables, withEitherKey } from './secret-keys.ts';
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
} from './services.ts';
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
} from './sign-in-file.ts';
export { parseSnapshot } from './snapshot.ts';
export { asError, errorCode, errorMessage } from './thrown.ts';
export {
  acceptsUnencrypted,
  expiresAtMs,
  processTls,
  readTls,
  type Tls,
  type TlsFiles,
  tlsOfCaller,
  useTls,
} from './tls.ts';
export { every, later, type Repeating, rest } from './together.ts';
export { isSampled, parseTraceparent, sampledTraceId } from './traceparent.ts';
export {
  isTracing,
  type Span,
  type SpanOptions,
  startInnerSpan,
  startSpan,
  useTracer,
} from './tracing.ts';
export { hasKey, isOneOf, isRecord, keysOf, recordOf } from './typed-objects.ts';
export { VERSION } from './version.ts';
export { type Visitor, visitor } from './visitor.ts';
export { type WebPushKeys, webPushKeys } from './web-push-keys.ts';
