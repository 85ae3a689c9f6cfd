import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorCode } from '../errors/thrown.ts';
import { required } from '../required.ts';
import { recordOf } from '../typed-objects.ts';
import { ConfigError, envChoice, envString, loadConfig } from './config.ts';

/**
 * How a process uses TLS for calls between services. The first two modes allow a deployment to change to `required` without
 * downtime:
 *
 * - `accepted`: it accepts calls with and without TLS, and makes its own calls without.
 * - `preferred`: it accepts calls with and without TLS, and makes its own calls with TLS.
 * - `required`: it accepts and makes calls with TLS only.
 */
const tlsModes = ['accepted', 'preferred', 'required'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Certificates and key in PEM. The services of a deployment authenticate each other with them. */
export type Tls = {
  /** The certificate authority that signed the certificates of all services. Both sides accept only this authority. */
  readonly ca: Buffer;
  /** The certificate of this process, followed by intermediate certificates if there are any. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The name that the certificates of all services contain. It is checked instead of the address. */
  readonly name: string;
  /** Default: `required`. */
  readonly mode?: TlsMode;
  /** Calls the listener after each change, until the returned function is called. Undefined when certificates cannot change. */
  readonly onChange?: (listener: () => void) => () => void;
};

/** TLS settings from files. The files may be replaced while the process runs. */
export type TlsFiles = Required<Tls> & {
  /**
   * Reads the files again and uses their contents. Returns whether they have changed.
   * @throws ConfigError when they cannot be read or do not fit together; the former contents stay in use
   */
  reload(): boolean;
};

let ofProcess: Tls | undefined;

/** Sets the TLS settings for all later calls between services in this process. `undefined` disables encryption. */
export function useTls(tls: Tls | undefined): void {
  ofProcess = tls;
}

/** Returns the TLS settings for calls between services in this process. */
export const processTls = (): Tls | undefined => ofProcess;

const file = () => envString().optional();

const variables = ['PARLEY_RPC_TLS_CA_FILE', 'PARLEY_RPC_TLS_CERT_FILE', 'PARLEY_RPC_TLS_KEY_FILE'] as const;
type Variable = (typeof variables)[number];

/** Returns the TLS settings with which a process makes its own calls; undefined when they are not encrypted. */
export const tlsOfCaller = (tls: Tls | undefined): Tls | undefined =>
  tls?.mode === 'accepted' ? undefined : tls;

export const acceptsUnencrypted = (tls: Tls): boolean => (tls.mode ?? 'required') !== 'required';

/** The environment variables for encrypted calls between services. */
export const tlsEnvironment = {
  PARLEY_RPC_TLS_CA_FILE: file(),
  PARLEY_RPC_TLS_CERT_FILE: file(),
  PARLEY_RPC_TLS_KEY_FILE: file(),
  PARLEY_RPC_TLS_NAME: envString('parley'),
  PARLEY_RPC_TLS_MODE: envChoice(tlsModes, 'required'),
};

/**
 * Reads the variables of `tlsEnvironment`. Undefined when none of the three files is set, so that calls are not encrypted.
 * @throws ConfigError when only some are set, or when a file cannot be read or does not fit the others
 */
export function readTls(env: NodeJS.ProcessEnv): TlsFiles | undefined {
  const read = loadConfig(tlsEnvironment, env);
  const missing = variables.filter((variable) => read[variable] === undefined);
  if (missing.length === variables.length) return undefined;
  if (missing.length > 0) throw new ConfigError(missing.map((variable) => `${variable} is missing.`));
  return tlsFiles(
    (variable) => contentsOf(variable, required(read[variable], variable)),
    read.PARLEY_RPC_TLS_NAME,
    read.PARLEY_RPC_TLS_MODE,
  );
}

function tlsFiles(contents: (variable: Variable) => Buffer, name: string, mode: TlsMode): TlsFiles {
  const load = () => {
    const {
      PARLEY_RPC_TLS_CA_FILE: ca,
      PARLEY_RPC_TLS_CERT_FILE: cert,
      PARLEY_RPC_TLS_KEY_FILE: key,
    } = recordOf(variables, contents);
    if (!belongTogether(cert, key)) {
      throw new ConfigError(['PARLEY_RPC_TLS_KEY_FILE is not the key of PARLEY_RPC_TLS_CERT_FILE.']);
    }
    return { ca, cert, key };
  };
  let current = load();
  const listeners = new Set<() => void>();
  return {
    get ca() {
      return current.ca;
    },
    get cert() {
      return current.cert;
    },
    get key() {
      return current.key;
    },
    name,
    mode,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reload() {
      const { ca, cert, key } = load();
      if (ca.equals(current.ca) && cert.equals(current.cert) && key.equals(current.key)) return false;
      current = { ca, cert, key };
      for (const listener of [...listeners]) listener();
      return true;
    },
  };
}

function contentsOf(variable: Variable, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError([`${variable}: cannot be read (${errorCode(error)}).`]);
  }
}

function belongTogether(cert: Buffer, key: Buffer): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** In milliseconds since the Unix epoch. When a file contains several, the first one counts. */
export const expiresAtMs = (certificate: Buffer): number =>
  Date.parse(new X509Certificate(certificate).validTo);
