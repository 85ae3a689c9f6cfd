import type { AnyRoute } from '../../edge/route.ts';
import { endSession, getSessions, signIn, signOut } from './sessions.ts';

/** Browsers’ sessions. */
export const sessionsRoutes: readonly AnyRoute[] = [signIn, signOut, getSessions, endSession];
