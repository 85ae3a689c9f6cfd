import type { Audience } from '@parley/proto/events/v1/event';
import { roles } from './roles.ts';

/** The audience of all people with an account. */
export const everyone: Partial<Audience> = { maxRole: roles.guest };
/** The audience of all people except guests. */
export const members: Partial<Audience> = { maxRole: roles.member };
/** The audience of owners and administrators. */
export const administrators: Partial<Audience> = { maxRole: roles.administrator };
/** Returns the audience of one person. */
export const only = (userId: number): Partial<Audience> => ({ userIds: [userId] });
