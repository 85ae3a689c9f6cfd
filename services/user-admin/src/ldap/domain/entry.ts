/** A person's entry in the LDAP directory. */
export type LdapEntry = { subject: string; email: string; fullName: string };
