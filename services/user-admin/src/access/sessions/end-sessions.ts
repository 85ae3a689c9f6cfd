import { emit, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import { lockUser } from '../../kernel/db/people.ts';
import { sessionsEnded } from '../../people/events/people.ts';
import {
  type AtProvider,
  deleteAttemptsOfProvider,
  deleteSessionsOfProvider,
  findPeopleOfProvider,
} from '../db/provider-sessions.ts';
import { deleteSession, deleteSessionsOf } from '../db/sessions.ts';
import { deleteAttemptsOf } from '../db/sign-in-attempts.ts';

// Gateways read the event `sessionsEnded`. They end requests that are still waiting in the ended sessions.

/** Ends a session of a person. Returns false when the person has no such session. */
export async function endSessionOf(tx: Tx, userId: UserId, sessionId: number): Promise<boolean> {
  // The guard of dangerous effects takes the same lock, so no key is made in a session that ends here.
  await lockUser(tx, userId);
  const isEnded = await deleteSession(tx, userId, sessionId);
  if (isEnded) await emit(tx, sessionsEnded(userId));
  return isEnded;
}

/**
 * Ends all sessions of a person, except for `exceptSessionId`. Also ends sign-ins that are not complete: those that wait for a
 * second factor, tickets for desktop clients, and verified answers of a provider whose browser has not returned. Returns the
 * number of ended sessions.
 */
export async function endSessionsOf(tx: Tx, userId: UserId, exceptSessionId?: number): Promise<number> {
  // The last step of a sign-in also locks the person. If that step comes first, its session is ended here. If it comes later,
  // it finds that the sign-in has ended.
  await lockUser(tx, userId);
  await deleteAttemptsOf(tx, userId);
  const count = await deleteSessionsOf(tx, userId, exceptSessionId);
  if (count > 0) await emit(tx, sessionsEnded(userId));
  return count;
}

export type EndedByProvider = { userId: UserId; sessions: number; begun: number };

/** Also ends incomplete sign-ins there. `userId` is 0 for sign-ins of people without an account. */
export async function endSessionsOfProvider(
  tx: Tx,
  method: string,
  wanted: AtProvider,
): Promise<EndedByProvider[]> {
  // The last step of a sign-in also locks the person. If that step comes first, its session or ticket is ended here. If it
  // comes later, it finds that the sign-in has ended.
  for (const userId of await findPeopleOfProvider(tx, method, wanted)) await lockUser(tx, userId);
  const begun = await deleteAttemptsOfProvider(tx, method, wanted);
  const sessions = await deleteSessionsOfProvider(tx, method, wanted);
  for (const { userId } of sessions) await emit(tx, sessionsEnded(userId));
  const userIds = new Set([...begun, ...sessions].map(({ userId }) => userId));
  const countIn = (list: typeof sessions, id: number) => list.find(({ userId }) => userId === id)?.count ?? 0;
  return [...userIds].map((userId) => ({
    userId,
    sessions: countIn(sessions, userId),
    begun: countIn(begun, userId),
  }));
}
