/** Decides what an identity at a provider means for an account. Does no I/O. */
import { createCipheriv, randomBytes } from 'node:crypto';
import type { PicturePolicy } from '@parley/core';
import { roles } from '@parley/rules';
import { checkFullName } from './account-rules.ts';

/** A person as a provider describes them, after all its proofs were checked. */
export type ExternalIdentity = {
  /** `oidc:company`, `saml:corp`, `ldap`. */
  method: string;
  /** Identifies the person at the provider permanently. */
  subject: string;
  email: string;
  /** Whether the provider vouches that the address belongs to the person. */
  isEmailVerified: boolean;
  fullName: string;
  /** Names of the person's groups; undefined when the provider did not send them. */
  groups?: string[] | undefined;
  /** Values by name of the profile field. */
  profile: Record<string, string>;
  /** Address of the person's picture (`pictureAddress`); undefined when the provider did not send one. */
  picture?: string | undefined;
};

/** How a method treats accounts, from the file of sign-in methods. */
export type AccountOptions = {
  createAccounts: boolean;
  groups?:
    | {
        claim: string;
        admin?: string | undefined;
        moderator?: string | undefined;
        /** Maps the name of a group at the provider to the name of the user group that its members join. */
        members?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** Names of profile fields by claim. */
  profile: Readonly<Record<string, string>>;
  /** Default: pictures of the provider are not used. */
  pictures?: PicturePolicy | undefined;
};

/**
 * Returns the role that a person's groups give them. Owners and guests keep their role: providers do not decide on
 * them. Without groups from the provider the role stays as it is.
 */
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
 * Returns the user groups that the provider decides on, by name, and whether the person is in them. Empty when the
 * provider did not send the groups of the person.
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
 * Returns the claims of an ID token, with those that only the userinfo endpoint sent. That endpoint vouches for an address only when
 * it names the same one.
 * @param address the claim that holds the address
 */
export function withUserInfo(token: Claims, more: Claims, address: string): Claims {
  const isSame = token[address] === undefined || token[address] === more[address];
  const verified = token[address] === undefined ? undefined : token.email_verified;
  return { ...more, ...token, email_verified: verified ?? (isSame ? more.email_verified : undefined) };
}

/** Returns the names in a claim: a text, or a list of texts. Undefined when the claim is absent. */
export function groupNames(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === null) return undefined;
  const listed = Array.isArray(claim) ? claim : [claim];
  return listed.filter((name): name is string => typeof name === 'string');
}

/** Returns the values of profile fields among claims. */
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

/**
 * Returns a name that accounts may have: the provider's name without the characters that names must not have, or the
 * part of the address before `@`.
 */
export function usableName(given: string, email: string): string {
  const local = email.split('@')[0]!;
  for (const name of [given, given.replaceAll(/[^\p{L}\p{M}\p{N} .,'’()-]/gu, ' '), local]) {
    try {
      return checkFullName(name);
    } catch {}
  }
  return 'New person';
}

/**
 * Returns the path to which a browser returns after the sign-in: the given one when it stays on this server, otherwise
 * the start page.
 */
export function localPath(given: string, publicUrl: string): string {
  const isPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && !given.includes('\\');
  if (!isPath || !URL.canParse(given, publicUrl)) return '/';
  return new URL(given, publicUrl).origin === new URL(publicUrl).origin ? given : '/';
}

/** Returns whether a text is the one-time pad of a client: 64 hexadecimal digits. */
export const isPad = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/**
 * Encrypts an API key of 32 characters with a one-time pad that the mobile client chose: the client alone can read what
 * the system hands to any app that claims the address (docs/api/requests.md#company-sign-in).
 */
export function padKey(apiKey: string, pad: string): string {
  const [key, secret] = [Buffer.from(apiKey), Buffer.from(pad, 'hex')];
  if (key.length !== secret.length) throw new Error('The pad does not fit the key.');
  return Buffer.from(key.map((byte, at) => byte ^ secret[at]!)).toString('hex');
}

/**
 * Encrypts a ticket for a desktop client with the key that it chose: nonce, AES-256-GCM, tag, as hexadecimal digits.
 */
export function sealTicket(ticket: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce);
  return Buffer.concat([nonce, cipher.update(ticket, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'hex',
  );
}
