import { envString } from '../configuration/config.ts';

/** Encrypts and signs with the current key, accepts both (docs/operations/tls.md#rotating-secrets). */
export type SecretKeys = { current: string; alsoAccepted: string | undefined };

export const secretKeyVariables = () => ({
  PARLEY_SECRET_KEY: envString(undefined, 32),
  PARLEY_SECRET_KEY_ALSO: envString(undefined, 32).optional(),
});

export const secretKeysOf = (read: {
  PARLEY_SECRET_KEY: string;
  PARLEY_SECRET_KEY_ALSO?: string | undefined;
}): SecretKeys => ({ current: read.PARLEY_SECRET_KEY, alsoAccepted: read.PARLEY_SECRET_KEY_ALSO });

/** Returns the first result; undefined when there is none. */
export const withEitherKey = <T>(
  { current, alsoAccepted }: SecretKeys,
  read: (key: string) => T | undefined,
): T | undefined => read(current) ?? (alsoAccepted === undefined ? undefined : read(alsoAccepted));
