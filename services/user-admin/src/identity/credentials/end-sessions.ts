import { emit, type Tx } from '@parley/db';
import { lockUser } from '../../kernel/db/people.ts';
import {
  type AtProvider,
  deleteAttemptsOfProvider,
  deleteSessionsOfProvider,
  findPeopleOfProvider,
} from '../db/provider-sessions.ts';
import { deleteSession, deleteSessionsOf } from '../db/sessions.ts';
import { deleteAttemptsOf } from '../db/sign-in-attempts.ts';
import { sessionsEnded } from '../events/people.ts';

// Gateways follow the event and answer requests that wait in the ended sessions.

/** Ends a session. Returns false when the person has no such session. */
export async function endSessionOf(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  const isEnded = await deleteSession(tx, userId, sessionId);
  if (isEnded) await emit(tx, sessionsEnded(userId));
  return isEnded;
}

/**
 * Ends all sessions of a person, or all except one, and the sign-ins that have begun: those that lack a second factor,
 * tickets of desktop clients, and answers of a provider whose browser has not returned. Returns how many sessions it
 * ended.
 */
export async function endSessionsOf(tx: Tx, userId: number, exceptSessionId?: number): Promise<number> {
  // The last step of a sign-in locks the person, too: its session is ended, or it finds that the sign-in has ended.
  await lockUser(tx, userId);
  await deleteAttemptsOf(tx, userId);
  return endOpenSessionsOf(tx, userId, exceptSessionId);
}

/** Ends all sessions of a person, or all except one, but no sign-ins that have begun. Returns how many it ended. */
export async function endOpenSessionsOf(tx: Tx, userId: number, exceptSessionId?: number): Promise<number> {
  const count = await deleteSessionsOf(tx, userId, exceptSessionId);
  if (count > 0) await emit(tx, sessionsEnded(userId));
  return count;
}

/** A person whose sessions, or sign-ins that have begun, a provider ended, and their numbers. */
export type EndedByProvider = { userId: number; sessions: number; begun: number };

/**
 * Ends sessions that a provider started, and sign-ins there that have begun. Returns the people who had any; 0 stands
 * for people without an account.
 */
export async function endSessionsOfProvider(
  tx: Tx,
  method: string,
  wanted: AtProvider,
): Promise<EndedByProvider[]> {
  // The last step of a sign-in locks the person, too: its session or ticket is ended, or it finds that the sign-in has ended.
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
