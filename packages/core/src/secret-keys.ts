import { envString } from './config.ts';

/**
 * The secret keys of a process: the one with which it seals and signs, and perhaps another, whose sealed texts and
 * signatures it accepts as well (docs/operations/tls.md#rotating-secrets).
 */
export type SecretKeys = { present: string; also: string | undefined };

/** The variables of the keys, for a configuration. */
export const secretKeyVariables = () => ({
  PARLEY_SECRET_KEY: envString(undefined, 32),
  PARLEY_SECRET_KEY_ALSO: envString(undefined, 32).optional(),
});

/** Returns the keys of a configuration that was read with `secretKeyVariables`. */
export const secretKeysOf = (read: {
  PARLEY_SECRET_KEY: string;
  PARLEY_SECRET_KEY_ALSO?: string | undefined;
}): SecretKeys => ({ present: read.PARLEY_SECRET_KEY, also: read.PARLEY_SECRET_KEY_ALSO });

/** Returns what `read` finds with the current key, or else with the additional key; undefined if it finds nothing. */
export const withEitherKey = <T>(
  { present, also }: SecretKeys,
  read: (key: string) => T | undefined,
): T | undefined => read(present) ?? (also === undefined ? undefined : read(also));
