import type { Audience } from '@parley/proto/events/v1/event';
import { roles } from './roles.ts';

/** Everybody with an account. */
export const everyone: Partial<Audience> = { maxRole: roles.guest };
/** Everyone but guests. */
export const members: Partial<Audience> = { maxRole: roles.member };
/** Owners and administrators. */
export const administrators: Partial<Audience> = { maxRole: roles.administrator };
/** One person, in all their clients. */
export const only = (userId: number): Partial<Audience> => ({ userIds: [userId] });
