/** Derives an account's properties from an identity at a provider. No I/O. */

import { createCipheriv, randomBytes } from 'node:crypto';
import { itemAt, type PicturePolicy, partBefore } from '@parley/core';
import { roles } from '@parley/rules';
import { checkFullName } from '../../people/domain/account-rules.ts';

export type ExternalIdentity = {
  /** Kind and ID of the provider: `oidc:company`, `saml:corp`, `ldap`. */
  method: string;
  subject: string;
  email: string;
  /** Whether the provider has verified that the address belongs to the person. */
  isEmailVerified: boolean;
  fullName: string;
  /** Names of the person's groups; undefined when the provider did not send them. */
  groups?: string[] | undefined;
  /** Values of profile fields, by field name. */
  profile: Record<string, string>;
  /** URL of the person's picture, as `pictureAddress` returns it; undefined when the provider did not send one. */
  picture?: string | undefined;
};

export type VerifiedSignIn = {
  identity: ExternalIdentity;
  /** ID of the provider's own session; undefined when the provider sends none. */
  providerSession?: string | undefined;
  idToken?: string | undefined;
};

/** Data of an attempt that is needed when the provider answers, such as the nonce. It is stored encrypted. */
export type Memory = Readonly<Record<string, string>>;

/** Options for the accounts of one way to sign in, from the configuration file. */
export type AccountOptions = {
  createAccounts: boolean;
  groups?:
    | {
        claim: string;
        admin?: string | undefined;
        moderator?: string | undefined;
        /** Keys are names of groups at the provider, values are names of user groups. */
        members?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** Names of profile fields, by claim. */
  profile: Readonly<Record<string, string>>;
  /** When absent, the provider's pictures are not used. */
  pictures?: PicturePolicy | undefined;
};

/** Owners and guests always keep their role. When the provider sends no groups, the role stays. */
export function roleFromGroups(
  role: number,
  groups: readonly string[] | undefined,
  wanted: AccountOptions['groups'],
): number {
  if (!wanted || !groups || role === roles.owner || role === roles.guest) return role;
  const { admin, moderator } = wanted;
  if (admin !== undefined && groups.includes(admin)) return roles.administrator;
  if (moderator !== undefined && groups.includes(moderator)) return roles.moderator;
  const isGivenByGroup =
    (role === roles.administrator && admin !== undefined) ||
    (role === roles.moderator && moderator !== undefined);
  return isGivenByGroup ? roles.member : role;
}

/**
 * Returns the user groups to which the configuration maps groups of the provider. The value is true if the person must be a member,
 * because they are in one of these groups of the provider, and false if they must not. The result is empty when the provider sends
 * no groups.
 */
export function decidedGroups(
  groups: readonly string[] | undefined,
  wanted: AccountOptions['groups'],
): ReadonlyMap<string, boolean> {
  const decided = new Map<string, boolean>();
  if (!groups) return decided;
  for (const [theirs, ours] of Object.entries(wanted?.members ?? {})) {
    decided.set(ours, groups.includes(theirs) || decided.get(ours) === true);
  }
  return decided;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the claims of an ID token, completed by claims of the userinfo endpoint. `email_verified` must belong to the returned
 * address. So the token's value counts only if the token has an address, and the endpoint's value counts only if the token has
 * no other address.
 * @param address name of the claim that contains the address
 */
export function withUserInfo(token: Claims, more: Claims, address: string): Claims {
  const isSame = token[address] === undefined || token[address] === more[address];
  const verified = token[address] === undefined ? undefined : token.email_verified;
  return { ...more, ...token, email_verified: verified ?? (isSame ? more.email_verified : undefined) };
}

export function groupNames(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === null) return undefined;
  const listed = Array.isArray(claim) ? claim : [claim];
  return listed.filter((name): name is string => typeof name === 'string');
}

export function profileValues(
  claims: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([claim, field]) => {
      const value = claims[claim];
      return typeof value === 'string' && value !== '' ? [[field, value]] : [];
    }),
  );
}

/** The provider's name, or it without forbidden characters, or the part of the address before `@`, or `New person`. */
export function usableName(given: string, email: string): string {
  const local = partBefore(email, '@');
  for (const name of [given, given.replaceAll(/[^\p{L}\p{M}\p{N} .,'’()-]/gu, ' '), local]) {
    try {
      return checkFullName(name);
    } catch {}
  }
  return 'New person';
}

/** Returns the given path if it belongs to this server, and the start page otherwise. */
export function localPath(given: string, publicUrl: string): string {
  const isPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && !given.includes('\\');
  if (!isPath || !URL.canParse(given, publicUrl)) return '/';
  return new URL(given, publicUrl).origin === new URL(publicUrl).origin ? given : '/';
}

/** Returns whether a text is a valid one-time pad or key of a client: 64 hexadecimal digits. */
export const isPad = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/**
 * Encrypts an API key of 32 characters with a one-time pad that the mobile client has chosen. The operating system may pass the
 * result to any app that has registered for the URL, but only the client can decrypt it (docs/api/requests.md#company-sign-in).
 */
export function padKey(apiKey: string, pad: string): string {
  const [key, secret] = [Buffer.from(apiKey), Buffer.from(pad, 'hex')];
  if (key.length !== secret.length) throw new Error('The pad does not fit the key.');
  return Buffer.from(key.map((byte, at) => byte ^ itemAt(secret, at))).toString('hex');
}

/** Returns nonce, ciphertext (AES-256-GCM) and tag in hexadecimal. The desktop client has chosen the key. */
export function sealTicket(ticket: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
  return Buffer.concat([nonce, cipher.update(ticket, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'hex',
  );
}
