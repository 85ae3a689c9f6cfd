import { envString, loadConfig } from './config.ts';

let alsoAccepted: string | undefined;

/** The variable of the second secret. */
export const rpcSecretEnvironment = { PARLEY_RPC_SECRET_ALSO: envString(undefined, 16).optional() };

/**
 * Reads `PARLEY_RPC_SECRET_ALSO`: a second secret that this process accepts and never sends, for the time in which the
 * secret is replaced (docs/operations/tls.md#rotating-secrets).
 * @throws ConfigError when it is too short
 */
export const readAlsoAcceptedSecret = (env: NodeJS.ProcessEnv): string | undefined =>
  loadConfig(rpcSecretEnvironment, env).PARLEY_RPC_SECRET_ALSO;

/** Accepts calls with this secret too from now on. */
export function acceptSecretToo(secret: string | undefined): void {
  alsoAccepted = secret;
}

/** Returns the second secret that this process accepts. */
export const secretAcceptedToo = (): string | undefined => alsoAccepted;
