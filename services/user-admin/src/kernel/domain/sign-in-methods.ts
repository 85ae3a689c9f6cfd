/** Ways to sign in: operators configure them in a file, and owners switch them on and off. Does no I/O. */
import type { SignInMethods } from './organization.ts';

/** The method for passwords that this server stores. It also covers signing in with a passkey only. */
export const passwordMethod = 'Email';
/** The method for passwords that the directory checks. */
export const directoryMethod = 'LDAP';

/** A way to sign in that the file configures. */
export type ConfiguredMethod = {
  /** `Email`, `LDAP`, or the provider, such as `oidc:company`. */
  name: string;
  /** The name on the button; undefined for passwords. */
  displayName?: string;
  /** False for passwords of this server where the file forbids them. */
  isAvailable: boolean;
};

/** Returns the ways to sign in of the file. Passwords of this server are always listed, because older clients expect it. */
export const configuredMethods = ({ password, directory, providers }: SignInMethods): ConfiguredMethod[] => [
  { name: passwordMethod, isAvailable: password },
  ...(directory ? [{ name: directoryMethod, isAvailable: true }] : []),
  ...providers.map(({ kind, id, name }) => ({
    name: `${kind}:${id}`,
    displayName: name,
    isAvailable: true,
  })),
];

/** Returns which ways to sign in are on: those of the file that no owner switched off. */
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

/** Returns whether people sign in with passwords that this server stores, and with passkeys alone. */
export const acceptsPasswords = ({ authentication_methods: methods }: Settings): boolean =>
  methods[passwordMethod] === true;

/** Returns whether a directory checks passwords. */
export const asksDirectory = ({ authentication_methods: methods }: Settings): boolean =>
  methods[directoryMethod] === true;
