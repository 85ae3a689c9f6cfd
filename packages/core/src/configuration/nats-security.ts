import { envString, loadConfig } from './config.ts';

/** Files with which this process authenticates to NATS, and verifies the server. They are read at each connect. */
export type NatsSecurity = {
  /** Certificate authorities for the server's certificate. Default: those that Node trusts. */
  caFile: string | undefined;
  /** Certificate and key of this client, for servers that verify clients. */
  certFile: string | undefined;
  keyFile: string | undefined;
  /** File (`.creds`) with the JWT and the seed of a NATS user. */
  credsFile: string | undefined;
  /** File with the seed of an NKey, which is the private key of a NATS user. */
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

export function useNatsSecurity(security: NatsSecurity): void {
  ofProcess = security;
}

export const processNatsSecurity = (): NatsSecurity => ofProcess;

const file = () => envString().optional();

/** The environment variables for encrypted and authenticated connections to NATS. */
export const natsSecurityEnvironment = {
  PARLEY_NATS_TLS_CA_FILE: file(),
  PARLEY_NATS_TLS_CERT_FILE: file(),
  PARLEY_NATS_TLS_KEY_FILE: file(),
  PARLEY_NATS_CREDS_FILE: file(),
  PARLEY_NATS_NKEY_FILE: file(),
};

/** Reads the variables of `natsSecurityEnvironment`. @throws ConfigError when one is invalid */
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
