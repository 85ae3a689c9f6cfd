import type { Sealer } from '@parley/core';
import type { Ctx as PeopleCtx } from '../people/context.ts';
import type { LdapPasswords } from './passwords/ldap-passwords.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { Attempts } from './signing-in/attempts.ts';

/** Dependencies of the handlers of the module `access`. */
export type Ctx = PeopleCtx & {
  config: {
    /** URL at which clients reach the server. */
    publicUrl: string;
  };
  passwords: Passwords;
  /** Encrypts API keys. */
  sealer: Sealer;
  /** Encrypts the secrets of authenticator apps. */
  factorSealer: Sealer;
  /** Stores sign-ins that are not complete yet. */
  attempts: Attempts;
  /** Checks passwords that this server does not know; undefined when no directory is configured. */
  ldap: LdapPasswords | undefined;
};
