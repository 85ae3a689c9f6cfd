import { createHash, timingSafeEqual } from 'node:crypto';
import type { Sealer } from '@parley/core';
import type { Queryable, Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import {
  type Beginner,
  deleteAttempt,
  findAttempt,
  insertAttempt,
  insertUsedToken,
  takeAttempt,
} from '../db/sign-in-attempts.ts';
import type { Memory, VerifiedSignIn } from '../domain/external-identity.ts';
import { hashToken, newToken } from '../domain/secrets.ts';

/** Time within which a person must sign in at the provider, in seconds. */
export const attemptSeconds = 15 * 60;
/** Time within which a desktop client must redeem its ticket, in seconds. */
const ticketSeconds = 120;

/** A sign-in for which the browser was redirected to a provider. */
export type Attempt = {
  kind: 'attempt';
  method: string;
  /** SHA-256 of the token in the cookie of the browser that began the attempt, as base64url. */
  browser: string;
  /** Path to which the browser is redirected after the sign-in. */
  next: string;
  /** One-time pad with which the server encrypts the API key for a mobile client; empty for other clients. */
  mobilePad: string;
  /** Key with which the server encrypts the ticket for a desktop client; empty for other clients. */
  desktopKey: string;
  memory: Memory;
  /** Set after the provider's answer was received by POST and verified, until the browser returns. */
  verified?: VerifiedSignIn;
  /** Account of the verified answer, if any. Ending its sessions also ends the attempt. */
  userId?: UserId;
};

/** A ticket with which a desktop client opens a session, after the person has signed in with the browser. */
type Ticket = {
  kind: 'ticket';
  userId: UserId;
  method: string;
  subject: string;
  /** ID of the provider's own session; null when there is none, and undefined in tickets of an earlier release. */
  providerSession?: string | null;
};

/** A sign-in after its first step, which is a password or a sign-in at an identity provider. */
export type FirstStep = {
  /** `password`, or the method of the provider. */
  method: string;
  /** The provider's data; absent for a sign-in with a password. */
  provider?: { subject: string; providerSession: string | null; idTokenSealed: string | null };
  next: string;
  mobilePad: string;
  desktopKey: string;
};

export type PendingSignIn = {
  kind: 'pending';
  userId: UserId;
  /** Whether the person must enrol a factor. This is so if the organization requires one and the person has none. */
  mustEnrol: boolean;
  first: FirstStep;
  /** `passwordTagOf` at the first step shows whether the password has changed since. Undefined for an earlier release. */
  passwordTag?: string;
};

/** A challenge for a passkey. With `userId` 0, a passkey of any account can answer it. */
type Challenge = {
  kind: 'challenge';
  purpose: 'check' | 'enrolment';
  userId: UserId;
  challenge: string;
};

type Content = Attempt | Ticket | PendingSignIn | Challenge;
type Kind = Content['kind'];

/** Time within which a person must prove or enrol a factor, in seconds. */
export const pendingSeconds = 10 * 60;
const challengeSeconds = 5 * 60;

/** How long a used token is remembered, in seconds: longer than it is valid (five minutes, and as much for differing clocks). */
const usedSeconds = 15 * 60;

/** Returns the part of a token that is signed. Some signatures can be written differently and stay valid. */
const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'));

/** Sign-ins between two requests of a browser, encrypted and found by the hash of a token. Any replica completes each once. */
export type Attempts = {
  store(tx: Tx, state: string, attempt: Attempt): Promise<void>;
  find(db: Queryable, state: string): Promise<Attempt | undefined>;
  /** Deletes an attempt and returns it; undefined for an unknown, used or expired state. */
  take(db: Queryable, state: string): Promise<Attempt | undefined>;
  storeTicket(tx: Tx, ticket: Omit<Ticket, 'kind'>): Promise<string>;
  findTicket(db: Queryable, token: string): Promise<Ticket | undefined>;
  storePending(tx: Tx, pending: Omit<PendingSignIn, 'kind'>): Promise<string>;
  findPending(db: Queryable, token: string): Promise<PendingSignIn | undefined>;
  /**
   * Deletes a pending sign-in, a ticket or an attempt, so that it can be used once. Returns false when another request has
   * already used or ended it. If the person is known, the caller must have locked the person, because ending sign-ins also
   * locks the person.
   */
  spend(db: Queryable, token: string): Promise<boolean>;
  storeChallenge(tx: Tx, challenge: Omit<Challenge, 'kind'>): Promise<string>;
  takeChallenge(db: Queryable, token: string): Promise<Challenge | undefined>;
  /** Marks a verified token of an identity provider as used. Returns false when it was used before. */
  useToken(tx: Tx, token: string): Promise<boolean>;
};

/** Creates the store of attempts. @param sealer encrypts rows with the server's secret key */
export function createAttempts(sealer: Sealer): Attempts {
  const put = (tx: Tx, state: string, content: Content, lifeSeconds: number) =>
    insertAttempt(tx, {
      stateSha256: hashToken(state),
      sealed: sealer.seal(JSON.stringify(content), 0),
      lifeSeconds,
      beginner: beginnerOf(content),
    });
  function open<K extends Kind>(sealed: Buffer | undefined, kind: K) {
    if (!sealed) return undefined;
    const content = JSON.parse(sealer.open(sealed, 0)) as Content;
    return content.kind === kind ? (content as Extract<Content, { kind: K }>) : undefined;
  }
  const take = async <K extends Kind>(db: Queryable, state: string, kind: K) =>
    open(await takeAttempt(db, hashToken(state)), kind);
  const find = async <K extends Kind>(db: Queryable, token: string, kind: K) =>
    open(await findAttempt(db, hashToken(token)), kind);
  async function putNew(tx: Tx, content: Content, lifeSeconds: number): Promise<string> {
    const token = newToken();
    await put(tx, token, content, lifeSeconds);
    return token;
  }
  return {
    store: (tx, state, attempt) => put(tx, state, attempt, attemptSeconds),
    find: (db, state) => find(db, state, 'attempt'),
    take: (db, state) => take(db, state, 'attempt'),
    storeTicket: (tx, ticket) => putNew(tx, { kind: 'ticket', ...ticket }, ticketSeconds),
    findTicket: (db, token) => find(db, token, 'ticket'),
    storePending: (tx, pending) => putNew(tx, { kind: 'pending', ...pending }, pendingSeconds),
    findPending: (db, token) => find(db, token, 'pending'),
    spend: (db, token) => deleteAttempt(db, hashToken(token)),
    storeChallenge: (tx, challenge) => putNew(tx, { kind: 'challenge', ...challenge }, challengeSeconds),
    takeChallenge: (db, token) => take(db, token, 'challenge'),
    useToken: (tx, token) =>
      insertUsedToken(tx, {
        tokenSha256: hashToken(`used ${signedPart(token)}`),
        sealed: sealer.seal('', 0),
        lifeSeconds: usedSeconds,
      }),
  };
}

function beginnerOf(content: Content): Beginner {
  switch (content.kind) {
    case 'challenge':
      return {};
    case 'attempt': {
      const { userId, verified } = content;
      if (!verified) return {};
      const { identity, providerSession = null } = verified;
      return { userId, provider: { method: identity.method, subject: identity.subject, providerSession } };
    }
    case 'pending': {
      const { method, provider } = content.first;
      return { userId: content.userId, provider: provider && { method, ...provider } };
    }
    case 'ticket': {
      const { userId, method, subject, providerSession = null } = content;
      return { userId, provider: { method, subject, providerSession } };
    }
  }
}

export const browserHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Returns whether an attempt was begun by the browser with this token. Compares in constant time. */
export function isSameBrowser({ browser }: Attempt, token: string): boolean {
  const [left, right] = [Buffer.from(browser), Buffer.from(browserHash(token))];
  return left.length === right.length && timingSafeEqual(left, right);
}
