import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { ExternalIdentity } from '../domain/external-identity.ts';

/** An LDAP directory that checks passwords which this server does not store. */
export type LdapPasswords = {
  /**
   * Returns the person with this login name and password; undefined when either is wrong, or when several entries have the name.
   * @param signal removes a waiting attempt from the queue
   * @throws UNAVAILABLE when the LDAP directory does not answer, or when too many attempts wait
   */
  signIn(login: string, password: string, signal?: AbortSignal): Promise<ExternalIdentity | undefined>;
  /** The first sign-in creates the account. @throws USER_DEACTIVATED, AUTHENTICATION_FAILED, BAD_REQUEST as `resolveAccount` */
  accountOf(tx: TxScope, identity: ExternalIdentity): Promise<Person>;
};
