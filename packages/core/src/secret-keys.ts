import { envString } from './config.ts';

/**
 * The secret keys of a process. It seals and signs with the current key. It also accepts what was sealed or signed with
 * the other one, if there is one (docs/operations/tls.md#rotating-secrets).
 */
export type SecretKeys = { current: string; alsoAccepted: string | undefined };

/** The variables of the keys, for a configuration. */
export const secretKeyVariables = () => ({
  PARLEY_SECRET_KEY: envString(undefined, 32),
  PARLEY_SECRET_KEY_ALSO: envString(undefined, 32).optional(),
});

/** Returns the keys of a configuration that was read with `secretKeyVariables`. */
export const secretKeysOf = (read: {
  PARLEY_SECRET_KEY: string;
  PARLEY_SECRET_KEY_ALSO?: string | undefined;
}): SecretKeys => ({ current: read.PARLEY_SECRET_KEY, alsoAccepted: read.PARLEY_SECRET_KEY_ALSO });

/** Returns what `read` finds with the current key, or else with the additional key; undefined if it finds nothing. */
export const withEitherKey = <T>(
  { current, alsoAccepted }: SecretKeys,
  read: (key: string) => T | undefined,
): T | undefined => read(current) ?? (alsoAccepted === undefined ? undefined : read(alsoAccepted));
