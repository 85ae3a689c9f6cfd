/** Ways to sign in. Operators configure them in a file, and owners switch them on and off. No I/O. */
import type { SignInMethods } from './organization.ts';

/** Method with passwords that this server stores. It also covers signing in with only a passkey. */
export const passwordMethod = 'Email';
export const ldapMethod = 'LDAP';

export type ConfiguredMethod = {
  /** `Email`, `LDAP`, or the kind and ID of the identity provider, such as `oidc:company`. */
  name: string;
  /** Label of its button; undefined for passwords. */
  displayName?: string;
  /** False only for passwords of this server, if the file forbids them. */
  isAvailable: boolean;
};

/** Passwords of this server are always included, because older clients expect them. */
export const configuredMethods = ({ password, ldap, providers }: SignInMethods): ConfiguredMethod[] => [
  { name: passwordMethod, isAvailable: password },
  ...(ldap ? [{ name: ldapMethod, isAvailable: true }] : []),
  ...providers.map(({ kind, id, name }) => ({
    name: `${kind}:${id}`,
    displayName: name,
    isAvailable: true,
  })),
];

/** Returns for each configured way to sign in whether it is on: the file permits it, and no owner has switched it off. */
export const methodsInForce = (
  stored: Readonly<Record<string, boolean>>,
  configured: SignInMethods,
): Record<string, boolean> =>
  Object.fromEntries(
    configuredMethods(configured).map(({ name, isAvailable }) => [
      name,
      isAvailable && stored[name] !== false,
    ]),
  );

type Settings = { authentication_methods: Readonly<Record<string, boolean>> };

export const acceptsPasswords = ({ authentication_methods: methods }: Settings): boolean =>
  methods[passwordMethod] === true;

/** Returns whether people can sign in with passwords that an LDAP directory checks. */
export const asksLdap = ({ authentication_methods: methods }: Settings): boolean =>
  methods[ldapMethod] === true;
