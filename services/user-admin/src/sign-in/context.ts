import type { Sealer } from '@parley/core';
import type { LdapPasswords } from '../access/passwords/ldap-passwords.ts';
import type { Ctx as AccountsCtx } from '../accounts/context.ts';
import type { Ldap } from './ldap.ts';
import type { Provider } from './provider.ts';

/** Dependencies of the handlers of the module `sign-in`. */
export type Ctx = AccountsCtx & {
  /** Identity providers by name of the method, such as `oidc:company`. */
  providers: ReadonlyMap<string, Provider>;
  /** LDAP directory; undefined when none is configured. */
  ldap: (LdapPasswords & Ldap) | undefined;
  idTokenSealer: Sealer;
};
