import {
  ConfigError,
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envString,
  envUrl,
  loadConfig,
  secretKeysOf,
  secretKeyVariables,
} from '@parley/core';
import type { GifProviders } from './domain/gif-providers.ts';
import type { CloudIdentity } from './storage/cloud-identity.ts';

export type UploadConfig = ReturnType<typeof loadServiceConfig>;

const mib = 1024 * 1024;
const hourMs = 3_600_000;

/** The environment variables with their types and defaults. */
export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  ...secretKeyVariables(),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  PARLEY_UPLOAD_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_UPLOAD_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_UPLOAD_RPC_HOST: envString('127.0.0.1'),
  PARLEY_UPLOAD_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_UPLOAD_OPS_HOST: envString('127.0.0.1'),
  PARLEY_UPLOAD_OPS_PORT: envInt(0, 0, 65_535),
  PARLEY_UPLOAD_DIR: envString(''),
  PARLEY_UPLOAD_S3_ENDPOINT: envUrl(['http', 'https'], ''),
  PARLEY_UPLOAD_S3_BUCKET: envString('parley'),
  PARLEY_UPLOAD_S3_REGION: envString('us-east-1'),
  PARLEY_UPLOAD_S3_ACCESS_KEY_ID: envString(''),
  PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY: envString(''),
  AWS_ROLE_ARN: envString(''),
  AWS_WEB_IDENTITY_TOKEN_FILE: envString(''),
  AWS_ENDPOINT_URL_STS: envUrl(['http', 'https'], ''),
  AWS_CONTAINER_CREDENTIALS_FULL_URI: envUrl(['http', 'https'], ''),
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: envString(''),
  PARLEY_MAX_UPLOAD_MIB: envInt(25, 1, 1_000_000),
  PARLEY_UPLOAD_QUOTA_MIB: envInt(0, 0),
  PARLEY_UPLOAD_PART_BYTES: envInt(8 * mib, 1024, 64 * mib),
  PARLEY_UPLOAD_MAX_OPEN: envInt(50, 1, 10_000),
  PARLEY_UPLOAD_MAX_FILES: envInt(100_000, 0),
  PARLEY_UPLOAD_PERSON_MIB: envInt(20_480, 0),
  PARLEY_UPLOAD_TYPES: envList([]),
  PARLEY_UPLOAD_REFUSED_EXTENSIONS: envList([]),
  PARLEY_UPLOAD_SCAN_COMMAND: envString(''),
  PARLEY_UPLOAD_SCAN_CLAMD: envUrl(['tcp'], ''),
  PARLEY_UPLOAD_SCAN_SECONDS: envInt(120, 1, 3_600),
  PARLEY_UPLOAD_RESUME_HOURS: envInt(24, 1, 10_000),
  PARLEY_UPLOAD_UNLINKED_DAYS: envInt(35, 1, 10_000),
  PARLEY_UPLOAD_SWEEP_SECONDS: envInt(300, 1, 86_400),
  PARLEY_EXTERNAL_PICTURES: envChoice(['proxy', 'off'], 'proxy'),
  PARLEY_UPLOAD_OUTSIDE_ALLOWED: envList([]),
  PARLEY_UPLOAD_OUTSIDE_TIMEOUT_MS: envInt(10_000, 100, 60_000),
  PARLEY_UPLOAD_PICTURE_CACHE_MIB: envInt(1_024, 1, 1_000_000),
  PARLEY_UPLOAD_GIPHY_KEY: envString(''),
  PARLEY_UPLOAD_GIPHY_URL: envUrl(['http', 'https'], 'https://api.giphy.com/'),
  PARLEY_UPLOAD_TENOR_KEY: envString(''),
  PARLEY_UPLOAD_TENOR_URL: envUrl(['http', 'https'], 'https://tenor.googleapis.com/'),
};

/** Reads the environment variables of the service. @throws ConfigError naming every invalid value */
export function loadServiceConfig(env: NodeJS.ProcessEnv) {
  const read = loadConfig(environment, env);
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    secretKey: read.PARLEY_SECRET_KEY,
    secretKeys: secretKeysOf(read),
    nats: {
      url: read.PARLEY_NATS_URL,
      prefix: read.PARLEY_NATS_PREFIX,
      replicas: read.PARLEY_NATS_REPLICAS,
    },
    addresses: { messaging: read.PARLEY_MESSAGING_ADDRESSES },
    database: { url: read.PARLEY_UPLOAD_DATABASE_URL, poolSize: read.PARLEY_UPLOAD_DATABASE_CONNECTIONS },
    rpc: { host: read.PARLEY_UPLOAD_RPC_HOST, port: read.PARLEY_UPLOAD_RPC_PORT },
    ops: { host: read.PARLEY_UPLOAD_OPS_HOST, port: read.PARLEY_UPLOAD_OPS_PORT },
    storage: storageOf(read),
    scanning: scanningOf(read),
    /** Settings of requests to other hosts, for pictures and previews of links in messages. */
    outside: {
      isEnabled: read.PARLEY_EXTERNAL_PICTURES === 'proxy',
      allowed: new Set(read.PARLEY_UPLOAD_OUTSIDE_ALLOWED),
      timeoutMs: read.PARLEY_UPLOAD_OUTSIDE_TIMEOUT_MS,
      maxWaitMs: 5_000,
    },
    gifs: gifProvidersOf(read),
    sweepEveryMs: read.PARLEY_UPLOAD_SWEEP_SECONDS * 1000,
    limits: {
      maxFileBytes: read.PARLEY_MAX_UPLOAD_MIB * mib,
      /** Maximum size of all files of the organization together, in bytes; 0 for no limit. */
      quotaBytes: read.PARLEY_UPLOAD_QUOTA_MIB * mib,
      /** Size in bytes after which the next blob of an upload begins. Larger files consist of several blobs. */
      partBytes: read.PARLEY_UPLOAD_PART_BYTES,
      maxOpenUploads: read.PARLEY_UPLOAD_MAX_OPEN,
      maxFiles: read.PARLEY_UPLOAD_MAX_FILES,
      /** Maximum size of all files of one person together, in bytes; 0 for no limit. */
      personBytes: read.PARLEY_UPLOAD_PERSON_MIB * mib,
      /** Accepted content types. `image/*` stands for all images. An empty list accepts every type. */
      types: read.PARLEY_UPLOAD_TYPES.map((type) => type.toLowerCase()),
      /** Rejected file name extensions. */
      refusedExtensions: read.PARLEY_UPLOAD_REFUSED_EXTENSIONS.map((extension) =>
        extension.toLowerCase().replace(/^\.?/, '.'),
      ),
      /** Time limit of one scan in milliseconds. */
      scanMs: read.PARLEY_UPLOAD_SCAN_SECONDS * 1000,
      /** Maximum size of all stored pictures of other hosts together, in bytes. */
      pictureCacheBytes: read.PARLEY_UPLOAD_PICTURE_CACHE_MIB * mib,
      /** How long an upload can be resumed after its last byte was received, in milliseconds. */
      uploadLifetimeMs: read.PARLEY_UPLOAD_RESUME_HOURS * hourMs,
      /** How long a file is kept to which no message links, in milliseconds. */
      unlinkedLifetimeMs: read.PARLEY_UPLOAD_UNLINKED_DAYS * 24 * hourMs,
    },
  };
}

/** Returns the providers of GIFs for which there is a key. Without requests to other hosts there are none. */
function gifProvidersOf(
  read: Record<`PARLEY_UPLOAD_${'GIPHY' | 'TENOR'}_${'KEY' | 'URL'}` | 'PARLEY_EXTERNAL_PICTURES', string>,
): GifProviders {
  if (read.PARLEY_EXTERNAL_PICTURES !== 'proxy') return {};
  return {
    ...(read.PARLEY_UPLOAD_GIPHY_KEY !== '' && {
      giphy: { key: read.PARLEY_UPLOAD_GIPHY_KEY, url: read.PARLEY_UPLOAD_GIPHY_URL },
    }),
    ...(read.PARLEY_UPLOAD_TENOR_KEY !== '' && {
      tenor: { key: read.PARLEY_UPLOAD_TENOR_KEY, url: read.PARLEY_UPLOAD_TENOR_URL },
    }),
  };
}

/**
 * Returns the configured virus scanner: a command (program and arguments, separated by spaces) or a clamd at `tcp://host:port`.
 * @throws ConfigError when both are set
 */
function scanningOf(read: Record<`PARLEY_UPLOAD_SCAN_${'COMMAND' | 'CLAMD'}`, string>) {
  const [command, clamd] = [read.PARLEY_UPLOAD_SCAN_COMMAND, read.PARLEY_UPLOAD_SCAN_CLAMD];
  if (command !== '' && clamd !== '') {
    throw new ConfigError([
      'Of PARLEY_UPLOAD_SCAN_COMMAND and PARLEY_UPLOAD_SCAN_CLAMD only one may be set.',
    ]);
  }
  const url = clamd === '' ? undefined : new URL(clamd);
  return {
    command: command.split(' ').filter((word) => word !== ''),
    clamd: url && { host: url.hostname, port: Number(url.port || 3310) },
  };
}

type StorageVariables = Record<
  | 'PARLEY_UPLOAD_DIR'
  | `PARLEY_UPLOAD_S3_${'ENDPOINT' | 'BUCKET' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}`
  | `AWS_${'ROLE_ARN' | 'WEB_IDENTITY_TOKEN_FILE' | 'ENDPOINT_URL_STS'}`
  | `AWS_CONTAINER_${'CREDENTIALS_FULL_URI' | 'AUTHORIZATION_TOKEN_FILE'}`,
  string
>;

/** Returns how the pod authenticates with the identity that a cloud assigned to it; undefined when the cloud assigned none. */
function identityOf(read: StorageVariables): CloudIdentity | undefined {
  const [roleArn, tokenFile] = [read.AWS_ROLE_ARN, read.AWS_WEB_IDENTITY_TOKEN_FILE];
  if (roleArn !== '' && tokenFile !== '') {
    const region = `https://sts.${read.PARLEY_UPLOAD_S3_REGION}.amazonaws.com/`;
    return { kind: 'webIdentity', roleArn, tokenFile, endpoint: read.AWS_ENDPOINT_URL_STS || region };
  }
  const [url, agentFile] = [
    read.AWS_CONTAINER_CREDENTIALS_FULL_URI,
    read.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE,
  ];
  return url !== '' && agentFile !== '' ? { kind: 'agent', url, tokenFile: agentFile } : undefined;
}

/**
 * Returns where the contents of files are stored; all replicas share this store. An S3 store takes precedence over a
 * directory.
 * @throws ConfigError when required variables are missing
 */
function storageOf(read: StorageVariables) {
  if (read.PARLEY_UPLOAD_S3_ENDPOINT === '') {
    if (read.PARLEY_UPLOAD_DIR !== '')
      return { kind: 'directory' as const, directory: read.PARLEY_UPLOAD_DIR };
    throw new ConfigError(['PARLEY_UPLOAD_DIR or PARLEY_UPLOAD_S3_ENDPOINT is missing.']);
  }
  const place = {
    kind: 's3' as const,
    endpoint: read.PARLEY_UPLOAD_S3_ENDPOINT,
    bucket: read.PARLEY_UPLOAD_S3_BUCKET,
    region: read.PARLEY_UPLOAD_S3_REGION,
  };
  const credentials = ['PARLEY_UPLOAD_S3_ACCESS_KEY_ID', 'PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY'] as const;
  const missing = credentials.filter((name) => read[name] === '');
  const identity = identityOf(read);
  if (identity && missing.length === credentials.length) return { ...place, identity };
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} is missing.`));
  return {
    ...place,
    accessKeyId: read.PARLEY_UPLOAD_S3_ACCESS_KEY_ID,
    secretAccessKey: read.PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY,
  };
}
