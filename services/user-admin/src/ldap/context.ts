import type { LdapPasswords } from '../access/passwords/ldap-passwords.ts';
import type { Ctx as ProvisioningCtx } from '../scim/context.ts';
import type { Ldap } from './directory.ts';

/** Dependencies of the handlers of the module `ldap`. */
export type Ctx = ProvisioningCtx & {
  /** LDAP directory; undefined when none is configured. */
  ldap: (LdapPasswords & Ldap) | undefined;
};
