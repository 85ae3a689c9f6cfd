import {
  ANY_HOST,
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envNetworks,
  envString,
  envUrl,
  loadConfig,
} from '@parley/core';
import { z } from 'zod';
import type { LoadLimits } from './edge/limits/admission.ts';
import { defaultLimits, parseRateLimits, type RateLimitSettings } from './edge/limits/rate-rules.ts';
import type { RegistrationLimits } from './register/registration-gate.ts';
import { type CallsConfig, callsEnvironment, readCallsConfig } from './video-calls/config.ts';

export type GatewayConfig = {
  environment: 'development' | 'production' | 'test';
  logLevel: string;
  rpcSecret: string;
  nats: { url: string; prefix: string };
  http: { host: string; port: number };
  ops: { host: string; port: number };
  /** Base URL at which clients reach Parley, without a trailing slash. */
  publicUrl: string;
  /** Whether clients reach the server over HTTPS. Cookies then have the attribute `Secure`. */
  isSecure: boolean;
  /**
   * IP addresses or networks of Parley's own load balancers, which always add the address of the client that connects to them to
   * `X-Forwarded-For`. That client counts as the one that connects to the gateway.
   */
  edgeNetworks: string[];
  /** IP addresses or networks of other proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: string[];
  /** Besides the loopback names and that of `publicUrl`, without ports; `*` for every host (`ownHosts` of @parley/core). */
  hosts: readonly string[];
  /** Host names, in small letters, of products from which the organization has moved. Old links at them lead to `publicUrl`. */
  movedHosts: readonly string[];
  addresses: {
    messaging: string[];
    channel: string[];
    userAdmin: string[];
    upload: string[];
    eventQueue: string[];
    notify: string[];
    importing: string[];
    integrations: string[];
  };
  /** Folder with sent mails, which the page `/dev/mail` shows; undefined outside of development, and when no folder is set. */
  mailFolder: string | undefined;
  /** Phones with encrypted push messages require it. Otherwise notify is not asked for `push_device`. */
  hasPushForwarder: boolean;
  /** Deadline of an ordinary request in milliseconds. The time includes retries of calls to services. */
  requestTimeoutMs: number;
  /** Deadline of a long-poll in milliseconds. It must be longer than a poll waits for a heartbeat event. */
  longPollTimeoutMs: number;
  /** In milliseconds. Afterwards the client opens another stream, and so authenticates again. */
  streamMs: number;
  /** Time for which the stopping gateway still accepts requests, in milliseconds. */
  drainMs: number;
  maxBodyBytes: number;
  /** Time within which a request body must arrive, in milliseconds. It does not apply to uploaded files. */
  bodyTimeoutMs: number;
  maxUrlBytes: number;
  /** Limits of concurrent requests. Excess requests get 503. */
  load: LoadLimits;
  registrations: RegistrationLimits;
  maxUploadMib: number;
  /** Quota for all files of the organization in MiB; null for none. The upload service enforces it. */
  uploadQuotaMib: number | null;
  /** Whether the upload service fetches pictures and previews of pages from other hosts. */
  requestsOtherHosts: boolean;
  /** Maximum number of concurrent uploads and downloads. Excess ones get 503. */
  maxTransfers: number;
  /** Rate limits per user or address; undefined when they are turned off. */
  rateLimits: RateLimitSettings | undefined;
  /** Demo accounts that the sign-in page offers, as JSON for that page; undefined when none are set. Production cannot have any. */
  demoLogins: string | undefined;
  calls: CallsConfig;
};

const addresses = () => envList();
const port = () => envInt(0, 0, 65_535);

const rateLimits = () =>
  z
    .string()
    .transform((text, context) => {
      if (text.trim() === 'off') return 'off' as const;
      const limits = parseRateLimits(text);
      if (typeof limits !== 'string') return limits;
      context.addIssue({ code: 'custom', message: limits });
      return z.NEVER;
    })
    .meta({ accepts: '`off`, or rules (`send=600/60`) separated by commas' })
    .optional();

/** Validates JSON of the form `{"organization": "…", "password": "…", "people": [{"email": "…", "name": "…"}]}`. */
const demoLogins = (environment: string | undefined) =>
  z
    .string()
    .refine(isDemoLogins, 'must be JSON with an organization, a password and people')
    .refine(() => environment === 'development' || environment === 'test', 'is for development only')
    .meta({ accepts: 'JSON, in development only' })
    .optional();

/**
 * Validates names of hosts. The default is `*` outside of development: without operations for development, an answer that needs no
 * credentials may be read by every website, and a server has as many names as its operator gives it.
 */
const hosts = (environment: string | undefined) =>
  envList(environment === 'development' ? [] : [ANY_HOST]).refine(
    (names) => names.every((name) => name === ANY_HOST || /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(name)),
    'must be names or addresses without scheme and port (an IPv6 address in brackets), or *',
  );

const demoLoginsSchema = z.object({
  organization: z.string(),
  password: z.string(),
  people: z.array(z.object({ email: z.string(), name: z.string() })),
});

function isDemoLogins(text: string): boolean {
  try {
    return demoLoginsSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Returns the definitions of the environment variables. Some defaults and checks depend on `PARLEY_ENV`. */
export function environmentOf({ PARLEY_ENV: kind }: NodeJS.ProcessEnv) {
  // Machines for development and tests may be slow. There, load shedding would only make tests fail.
  const patient = kind === 'development' || kind === 'test';
  return {
    PARLEY_ENV: envChoice(['development', 'production', 'test'], 'production'),
    PARLEY_LOG_LEVEL: envString('info'),
    PARLEY_RPC_SECRET: envString(undefined, 16),
    PARLEY_NATS_URL: envNatsUrl(),
    PARLEY_NATS_PREFIX: envString('parley'),
    PARLEY_GATEWAY_HTTP_HOST: envString('127.0.0.1'),
    PARLEY_GATEWAY_HTTP_PORT: port(),
    PARLEY_GATEWAY_OPS_HOST: envString('127.0.0.1'),
    PARLEY_GATEWAY_OPS_PORT: port(),
    PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
    PARLEY_GATEWAY_HOSTS: hosts(kind),
    PARLEY_GATEWAY_MOVED_HOSTS: envList([]).refine(
      (names) => names.every((name) => /^[\w.-]+$/.test(name)),
      'must be names without scheme and port',
    ),
    PARLEY_GATEWAY_EDGE_NETWORKS: envNetworks(),
    PARLEY_GATEWAY_TRUSTED_PROXIES: envNetworks(),
    PARLEY_MESSAGING_ADDRESSES: addresses(),
    PARLEY_CHANNEL_ADDRESSES: addresses(),
    PARLEY_USER_ADMIN_ADDRESSES: addresses(),
    PARLEY_UPLOAD_ADDRESSES: addresses(),
    PARLEY_EVENT_QUEUE_ADDRESSES: addresses(),
    PARLEY_NOTIFY_ADDRESSES: addresses(),
    PARLEY_IMPORTING_ADDRESSES: addresses(),
    PARLEY_INTEGRATIONS_ADDRESSES: addresses(),
    PARLEY_MAIL_DIR: z.string().default(''),
    PARLEY_PUSH_FORWARDER_URL: z.string().default(''),
    PARLEY_GATEWAY_REQUEST_TIMEOUT_MS: envInt(25_000, 100),
    PARLEY_GATEWAY_LONG_POLL_TIMEOUT_MS: envInt(85_000, 100),
    PARLEY_GATEWAY_STREAM_MS: envInt(300_000, 100),
    PARLEY_GATEWAY_DRAIN_MS: envInt(0, 0, 3_000),
    PARLEY_GATEWAY_MAX_BODY_BYTES: envInt(4 * 1024 * 1024, 1024, 256 * 1024 * 1024),
    PARLEY_GATEWAY_BODY_TIMEOUT_MS: envInt(60_000, 100),
    PARLEY_GATEWAY_MAX_URL_BYTES: envInt(64 * 1024, 1024, 1024 * 1024),
    PARLEY_GATEWAY_MAX_IN_FLIGHT: envInt(1_000, 1),
    PARLEY_GATEWAY_MAX_POLLS: envInt(18_000, 1),
    PARLEY_GATEWAY_MAX_SIGN_INS: envInt(256, 1),
    PARLEY_GATEWAY_MAX_REGISTRATIONS: envInt(patient ? 1_000 : 8, 1),
    PARLEY_GATEWAY_TARGET_MS: envInt(patient ? 1_500 : 150, 1),
    PARLEY_GATEWAY_MAX_LAG_MS: envInt(patient ? 5_000 : 300, 1),
    PARLEY_MAX_UPLOAD_MIB: envInt(25, 1),
    PARLEY_UPLOAD_QUOTA_MIB: envInt(0, 0),
    PARLEY_EXTERNAL_PICTURES: envChoice(['proxy', 'off'], 'proxy'),
    PARLEY_GATEWAY_MAX_TRANSFERS: envInt(256, 1),
    PARLEY_GATEWAY_RATE_LIMITS: rateLimits(),
    PARLEY_GATEWAY_DEMO_LOGINS: demoLogins(kind),
    ...callsEnvironment,
  };
}

/** Reads the configuration from environment variables. @throws ConfigError that names every invalid variable */
export function loadServiceConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const read = loadConfig(environmentOf(env), env);
  const limits =
    read.PARLEY_GATEWAY_RATE_LIMITS ?? (read.PARLEY_ENV === 'production' ? defaultLimits : 'off');
  return {
    environment: read.PARLEY_ENV,
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    nats: { url: read.PARLEY_NATS_URL, prefix: read.PARLEY_NATS_PREFIX },
    http: { host: read.PARLEY_GATEWAY_HTTP_HOST, port: read.PARLEY_GATEWAY_HTTP_PORT },
    ops: { host: read.PARLEY_GATEWAY_OPS_HOST, port: read.PARLEY_GATEWAY_OPS_PORT },
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    isSecure: read.PARLEY_PUBLIC_URL.startsWith('https:'),
    edgeNetworks: read.PARLEY_GATEWAY_EDGE_NETWORKS,
    trustedProxies: read.PARLEY_GATEWAY_TRUSTED_PROXIES,
    hosts: [...read.PARLEY_GATEWAY_HOSTS, ...read.PARLEY_GATEWAY_MOVED_HOSTS],
    movedHosts: read.PARLEY_GATEWAY_MOVED_HOSTS.map((name) => name.toLowerCase()),
    addresses: {
      messaging: read.PARLEY_MESSAGING_ADDRESSES,
      channel: read.PARLEY_CHANNEL_ADDRESSES,
      userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES,
      upload: read.PARLEY_UPLOAD_ADDRESSES,
      eventQueue: read.PARLEY_EVENT_QUEUE_ADDRESSES,
      notify: read.PARLEY_NOTIFY_ADDRESSES,
      importing: read.PARLEY_IMPORTING_ADDRESSES,
      integrations: read.PARLEY_INTEGRATIONS_ADDRESSES,
    },
    mailFolder:
      read.PARLEY_ENV === 'development' && read.PARLEY_MAIL_DIR !== '' ? read.PARLEY_MAIL_DIR : undefined,
    hasPushForwarder: read.PARLEY_PUSH_FORWARDER_URL !== '',
    requestTimeoutMs: read.PARLEY_GATEWAY_REQUEST_TIMEOUT_MS,
    longPollTimeoutMs: read.PARLEY_GATEWAY_LONG_POLL_TIMEOUT_MS,
    streamMs: read.PARLEY_GATEWAY_STREAM_MS,
    drainMs: read.PARLEY_GATEWAY_DRAIN_MS,
    maxBodyBytes: read.PARLEY_GATEWAY_MAX_BODY_BYTES,
    bodyTimeoutMs: read.PARLEY_GATEWAY_BODY_TIMEOUT_MS,
    maxUrlBytes: read.PARLEY_GATEWAY_MAX_URL_BYTES,
    load: {
      maxWorking: read.PARLEY_GATEWAY_MAX_IN_FLIGHT,
      maxWaiting: read.PARLEY_GATEWAY_MAX_POLLS,
      maxSignIns: read.PARLEY_GATEWAY_MAX_SIGN_INS,
      targetMs: read.PARLEY_GATEWAY_TARGET_MS,
      maxLagMs: read.PARLEY_GATEWAY_MAX_LAG_MS,
    },
    registrations: { maxConcurrent: read.PARLEY_GATEWAY_MAX_REGISTRATIONS, maxWaitMs: 1_000 },
    maxUploadMib: read.PARLEY_MAX_UPLOAD_MIB,
    uploadQuotaMib: read.PARLEY_UPLOAD_QUOTA_MIB || null,
    requestsOtherHosts: read.PARLEY_EXTERNAL_PICTURES === 'proxy',
    maxTransfers: read.PARLEY_GATEWAY_MAX_TRANSFERS,
    rateLimits: limits === 'off' ? undefined : limits,
    demoLogins: read.PARLEY_GATEWAY_DEMO_LOGINS,
    calls: readCallsConfig(read),
  };
}
