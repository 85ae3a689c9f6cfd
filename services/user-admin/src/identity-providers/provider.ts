import type { AccountOptions, Memory, VerifiedSignIn } from '../access/domain/external-identity.ts';

/** The browser's request that returns from the provider. */
export type ProviderAnswer = {
  /** Query of the request, as the provider wrote it. */
  query: string;
  state: string;
  memory: Memory;
  /** Address of the direct connection, and the header fields with names in lower case. Only set for the sign-in by a proxy. */
  peerAddress: string;
  headers: Readonly<Record<string, string>>;
};

/** When both are given, both must match. */
export type LogoutRequest = { subject?: string | undefined; providerSession?: string | undefined };

/**
 * An identity provider to which browsers are redirected. The methods that verify an answer throw AUTHENTICATION_FAILED for an
 * invalid answer, and UNAVAILABLE when the provider cannot be reached.
 */
export type Provider = {
  /** Kind and ID of the provider: `oidc:company`, `saml:corp`, `jwt:portal`, `proxy:sso`. */
  readonly method: string;
  /** Label of the sign-in button. */
  readonly name: string;
  readonly options: AccountOptions;
  /** Returns the URL at which the person signs in, and the data that must be stored until the answer. */
  begin(state: string): Promise<{ location: string; memory: Memory }>;
  /** Verifies an answer in the query or header of the browser's request. */
  complete(answer: ProviderAnswer): Promise<VerifiedSignIn>;
  /** Verifies an answer that the browser sent by POST. Only SAML has such answers. */
  receive?(posted: string, memory: Memory): Promise<VerifiedSignIn>;
  /** Verifies a logout token, which the provider sends to this server directly. Only OpenID Connect has such tokens. */
  verifyLogoutToken?(token: string): Promise<LogoutRequest>;
  /** Verifies tokens with which programs fetch API keys. Only JWT issuers have them, if the operator permits it. */
  readonly keyTokens?:
    | { readonly issuer: string; verify(token: string): Promise<VerifiedSignIn> }
    | undefined;
  /** For a request to sign out through the browser. Only OpenID Connect has such requests. */
  isIssuer?(issuer: string): boolean;
  /** Returns the URL at which the browser can also end the provider's session; undefined when there is none. */
  logoutLocation?(idToken: string | undefined): Promise<string | undefined>;
  /** Returns the XML document that describes this server to the provider. Only SAML has one. */
  metadata?(): string;
};
