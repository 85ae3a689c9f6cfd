import { readFileSync } from 'node:fs';
import { ConfigError, envString, loadConfig } from './config.ts';

/** Certificates and key, in PEM, with which the services of a deployment authenticate each other. */
export type Tls = {
  /** The certificate authority that signed all certificates of the deployment. Both sides accept only this one. */
  ca: Buffer;
  /** The certificate of this process, followed by intermediate certificates. */
  cert: Buffer;
  key: Buffer;
  /** The name in the certificate of every service. It does not depend on the address of the service. */
  name: string;
};

let ofProcess: Tls | undefined;

/** Encrypts calls between services from now on, with mutual authentication. `undefined` disables encryption. */
export function useTls(tls: Tls | undefined): void {
  ofProcess = tls;
}

/** Returns the TLS settings for calls between services in this process. */
export const processTls = (): Tls | undefined => ofProcess;

const file = () => envString().optional();

/**
 * Reads `PARLEY_RPC_TLS_CA_FILE`, `_CERT_FILE` and `_KEY_FILE`. Either all three are set, or none for unencrypted
 * calls.
 * @throws ConfigError when only some are set, or when a file cannot be read
 */
export function readTls(env: NodeJS.ProcessEnv): Tls | undefined {
  const read = loadConfig(
    {
      PARLEY_RPC_TLS_CA_FILE: file(),
      PARLEY_RPC_TLS_CERT_FILE: file(),
      PARLEY_RPC_TLS_KEY_FILE: file(),
      PARLEY_RPC_TLS_NAME: envString('parley'),
    },
    env,
  );
  const { PARLEY_RPC_TLS_NAME: name, ...files } = read;
  const missing = Object.entries(files).filter(([, path]) => path === undefined);
  if (missing.length === Object.keys(files).length) return undefined;
  if (missing.length > 0) throw new ConfigError(missing.map(([variable]) => `${variable} is missing.`));
  const contents = (variable: keyof typeof files): Buffer => {
    try {
      return readFileSync(files[variable]!);
    } catch (error) {
      throw new ConfigError([`${variable}: cannot be read (${(error as NodeJS.ErrnoException).code}).`]);
    }
  };
  return {
    ca: contents('PARLEY_RPC_TLS_CA_FILE'),
    cert: contents('PARLEY_RPC_TLS_CERT_FILE'),
    key: contents('PARLEY_RPC_TLS_KEY_FILE'),
    name,
  };
}
