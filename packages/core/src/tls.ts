import { readFileSync } from 'node:fs';
import { ConfigError, envString, loadConfig } from './config.ts';

/** What services of a deployment prove to each other who they are with; PEM. */
export type Tls = {
  /** The authority that signed all certificates of the deployment. Neither side accepts another. */
  ca: Buffer;
  /** This process's certificate, with intermediate ones after it. */
  cert: Buffer;
  key: Buffer;
  /** The name that every service's certificate has, whatever address it is reached at. */
  name: string;
};

let ofProcess: Tls | undefined;

/** From here on calls between services are encrypted, both sides proving who they are; not, with undefined. */
export function useTls(tls: Tls | undefined): void {
  ofProcess = tls;
}

/** Of calls between services in this process. */
export const processTls = (): Tls | undefined => ofProcess;

const file = () => envString().optional();

/**
 * Reads `PARLEY_RPC_TLS_CA_FILE`, `_CERT_FILE` and `_KEY_FILE`: all three, or none for calls in the clear.
 * @throws ConfigError for some of them, and for a file that cannot be read
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
