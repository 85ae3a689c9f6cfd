import type { Audience } from '@parley/proto/events/v1/event';
import { roles } from './roles.ts';

/** Everyone with an account. */
export const everyone: Partial<Audience> = { maxRole: roles.guest };
/** Everyone except guests. */
export const members: Partial<Audience> = { maxRole: roles.member };
/** Owners and administrators. */
export const administrators: Partial<Audience> = { maxRole: roles.administrator };
/** One person, in all their clients. */
export const only = (userId: number): Partial<Audience> => ({ userIds: [userId] });
