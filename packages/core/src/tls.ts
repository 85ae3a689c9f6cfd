import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError, envChoice, envString, loadConfig } from './config.ts';

/**
 * How a process uses its certificates. Two modes lead from unencrypted calls to `required` without a pause:
 *
 * - `accepted`: it accepts calls with and without TLS, and sends its own calls without.
 * - `preferred`: it accepts calls with and without TLS, and sends its own calls with TLS.
 * - `required`: it accepts and sends calls with TLS only.
 */
const tlsModes = ['accepted', 'preferred', 'required'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Certificates and key, in PEM, with which the services of a deployment authenticate each other. */
export type Tls = {
  /** The certificate authority that signed all certificates of the deployment. Both sides accept only this one. */
  readonly ca: Buffer;
  /** The certificate of this process, followed by intermediate certificates. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The name in the certificate of every service. It does not depend on the address of the service. */
  readonly name: string;
  /** Default: `required`. */
  readonly mode?: TlsMode;
  /** Calls the listener after each change, until the returned function is called. Absent when nothing can change. */
  readonly onChange?: (listener: () => void) => () => void;
};

/** TLS settings from files that may be replaced while the process runs. */
export type TlsFiles = Required<Tls> & {
  /**
   * Reads the files again and uses what they contain. Returns whether it differs.
   * @throws ConfigError when they cannot be read or do not belong together; the former contents stay in use
   */
  reload(): boolean;
};

let ofProcess: Tls | undefined;

/** Encrypts calls between services from now on, with mutual authentication. `undefined` disables encryption. */
export function useTls(tls: Tls | undefined): void {
  ofProcess = tls;
}

/** Returns the TLS settings for calls between services in this process. */
export const processTls = (): Tls | undefined => ofProcess;

const file = () => envString().optional();

const variables = ['PARLEY_RPC_TLS_CA_FILE', 'PARLEY_RPC_TLS_CERT_FILE', 'PARLEY_RPC_TLS_KEY_FILE'] as const;
type Variable = (typeof variables)[number];

/** Returns the TLS settings with which a process sends its calls. */
export const tlsOfCaller = (tls: Tls | undefined): Tls | undefined =>
  tls?.mode === 'accepted' ? undefined : tls;

/** Returns whether a process also accepts unencrypted calls. */
export const acceptsUnencrypted = (tls: Tls): boolean => (tls.mode ?? 'required') !== 'required';

/** The variables of encrypted calls. */
export const tlsEnvironment = {
  PARLEY_RPC_TLS_CA_FILE: file(),
  PARLEY_RPC_TLS_CERT_FILE: file(),
  PARLEY_RPC_TLS_KEY_FILE: file(),
  PARLEY_RPC_TLS_NAME: envString('parley'),
  PARLEY_RPC_TLS_MODE: envChoice(tlsModes, 'required'),
};

/**
 * Reads `PARLEY_RPC_TLS_CA_FILE`, `_CERT_FILE` and `_KEY_FILE`. Either all three are set, or none for unencrypted
 * calls.
 * @throws ConfigError when only some are set, or when a file cannot be read or does not fit the others
 */
export function readTls(env: NodeJS.ProcessEnv): TlsFiles | undefined {
  const read = loadConfig(tlsEnvironment, env);
  const missing = variables.filter((variable) => read[variable] === undefined);
  if (missing.length === variables.length) return undefined;
  if (missing.length > 0) throw new ConfigError(missing.map((variable) => `${variable} is missing.`));
  return tlsFiles(
    (variable) => contentsOf(variable, read[variable]!),
    read.PARLEY_RPC_TLS_NAME,
    read.PARLEY_RPC_TLS_MODE,
  );
}

function tlsFiles(contents: (variable: Variable) => Buffer, name: string, mode: TlsMode): TlsFiles {
  const load = () => {
    const [ca, cert, key] = variables.map(contents) as [Buffer, Buffer, Buffer];
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
    throw new ConfigError([`${variable}: cannot be read (${(error as NodeJS.ErrnoException).code}).`]);
  }
}

function belongTogether(cert: Buffer, key: Buffer): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * Returns when a certificate expires, in milliseconds since the Unix epoch. Of several in a file the first one counts.
 */
export const expiresAtMs = (certificate: Buffer): number =>
  Date.parse(new X509Certificate(certificate).validTo);
