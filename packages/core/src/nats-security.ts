import { envString, loadConfig } from './config.ts';

/** Files with which this process proves to NATS who it is, and recognizes the server. They are read at each connect. */
export type NatsSecurity = {
  /** Certificates of authorities that may sign the server's certificate. By default those that Node trusts. */
  caFile: string | undefined;
  /** Certificate of this client and its key, where the server verifies clients. */
  certFile: string | undefined;
  keyFile: string | undefined;
  /** A user's JWT with its seed (a `.creds` file). */
  credsFile: string | undefined;
  /** The seed of an NKey. */
  nkeyFile: string | undefined;
};

const nothing: NatsSecurity = {
  caFile: undefined,
  certFile: undefined,
  keyFile: undefined,
  credsFile: undefined,
  nkeyFile: undefined,
};
let ofProcess = nothing;

/** Uses these files for connections to NATS from now on. */
export function useNatsSecurity(security: NatsSecurity): void {
  ofProcess = security;
}

/** Returns the files of this process. */
export const processNatsSecurity = (): NatsSecurity => ofProcess;

const file = () => envString().optional();

/** The variables of encrypted and authenticated connections to NATS. */
export const natsSecurityEnvironment = {
  PARLEY_NATS_TLS_CA_FILE: file(),
  PARLEY_NATS_TLS_CERT_FILE: file(),
  PARLEY_NATS_TLS_KEY_FILE: file(),
  PARLEY_NATS_CREDS_FILE: file(),
  PARLEY_NATS_NKEY_FILE: file(),
};

/** Reads `PARLEY_NATS_TLS_CA_FILE`, `_CERT_FILE`, `_KEY_FILE`, `PARLEY_NATS_CREDS_FILE` and `PARLEY_NATS_NKEY_FILE`. */
export function readNatsSecurity(env: NodeJS.ProcessEnv): NatsSecurity {
  const read = loadConfig(natsSecurityEnvironment, env);
  return {
    caFile: read.PARLEY_NATS_TLS_CA_FILE,
    certFile: read.PARLEY_NATS_TLS_CERT_FILE,
    keyFile: read.PARLEY_NATS_TLS_KEY_FILE,
    credsFile: read.PARLEY_NATS_CREDS_FILE,
    nkeyFile: read.PARLEY_NATS_NKEY_FILE,
  };
}
