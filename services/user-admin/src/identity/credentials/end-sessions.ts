import { emit, type Tx } from '@parley/db';
import { lockUser } from '../../kernel/db/people.ts';
import { deleteSessionsOfProvider } from '../db/provider-sessions.ts';
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
 * Ends all sessions of a person, or all except one, and the sign-ins that have begun: those that lack a second factor, and
 * tickets of desktop clients. Returns how many sessions it ended.
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

/** Ends sessions that a provider started. Takes and returns what `deleteSessionsOfProvider` does. */
export async function endSessionsOfProvider(
  tx: Tx,
  method: string,
  wanted: Parameters<typeof deleteSessionsOfProvider>[2],
): ReturnType<typeof deleteSessionsOfProvider> {
  const ended = await deleteSessionsOfProvider(tx, method, wanted);
  for (const { userId } of ended) await emit(tx, sessionsEnded(userId));
  return ended;
}
