import type { AnyRoute } from '../../edge/route.ts';
import { endSession } from './end-session.ts';
import { getSessions } from './get-sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** Routes of browsers' sessions. */
export const sessionsRoutes: readonly AnyRoute[] = [signIn, signOut, getSessions, endSession];
