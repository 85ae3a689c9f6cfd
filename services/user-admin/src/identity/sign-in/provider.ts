import type { AccountOptions, ExternalIdentity } from '../domain/external-identity.ts';

/** State of an attempt until the provider answers, such as the nonce. It is stored sealed. */
export type Memory = Readonly<Record<string, string>>;

/** The browser's request that completes an attempt. */
export type ProviderAnswer = {
  /** Query of the callback, as the provider wrote it. */
  query: string;
  state: string;
  memory: Memory;
  /** Address of the connection itself, and its headers with names in lower case. Empty but for sign-in by a proxy. */
  peerAddress: string;
  headers: Readonly<Record<string, string>>;
};

/** A verified answer of a provider. */
export type VerifiedSignIn = {
  identity: ExternalIdentity;
  /** The provider's own session; undefined when it names none. */
  providerSession?: string | undefined;
  idToken?: string | undefined;
};

/** A request of a provider to end sessions: those of a person, of one of its own sessions, or of both. */
export type LogoutRequest = { subject?: string | undefined; providerSession?: string | undefined };

/**
 * An identity provider to which browsers are redirected. Every method that verifies an answer throws
 * AUTHENTICATION_FAILED when the answer does not prove what it says, and UNAVAILABLE when the provider cannot be
 * reached.
 */
export type Provider = {
  /** `oidc:company`, `saml:corp`, `jwt:portal`, `proxy:sso`. */
  readonly method: string;
  /** The name on the sign-in button. */
  readonly name: string;
  readonly options: AccountOptions;
  /** Returns the address at which the person signs in, and what must be remembered until the answer. */
  begin(state: string): Promise<{ location: string; memory: Memory }>;
  /** Verifies an answer that came with the callback. */
  complete(answer: ProviderAnswer): Promise<VerifiedSignIn>;
  /** Verifies an answer that was posted to this server. Only SAML has such answers. */
  receive?(posted: string, memory: Memory): Promise<VerifiedSignIn>;
  /** Verifies a logout token, which the provider sends to this server. Only OpenID Connect has them. */
  verifyLogoutToken?(token: string): Promise<LogoutRequest>;
  /** Returns whether a text is the name that the provider has in its own messages. */
  isIssuer?(issuer: string): boolean;
  /** Returns the address at which the browser also ends the provider's session; undefined when it has none. */
  logoutLocation?(idToken: string | undefined): Promise<string | undefined>;
  /** Returns the document by which the provider learns about this server. Only SAML has one. */
  metadata?(): string;
};
