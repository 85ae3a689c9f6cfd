import { envString, loadConfig } from '../configuration/config.ts';

let alsoAccepted: string | undefined;

/** The environment variable of the second secret. */
export const rpcSecretEnvironment = { PARLEY_RPC_SECRET_ALSO: envString(undefined, 16).optional() };

/**
 * Reads `PARLEY_RPC_SECRET_ALSO`: a second secret that this process accepts and never sends. It is set while the shared secret
 * is replaced (docs/operations/tls.md#rotating-secrets).
 * @throws ConfigError when it is too short
 */
export const readAlsoAcceptedSecret = (env: NodeJS.ProcessEnv): string | undefined =>
  loadConfig(rpcSecretEnvironment, env).PARLEY_RPC_SECRET_ALSO;

/** Makes servers of this process accept a second secret; undefined for none. Call it before they start. */
export function acceptSecretToo(secret: string | undefined): void {
  alsoAccepted = secret;
}

/** Returns the second secret that servers of this process accept; undefined for none. */
export const secretAcceptedToo = (): string | undefined => alsoAccepted;
