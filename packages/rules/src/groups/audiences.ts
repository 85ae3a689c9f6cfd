import type { Audience } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/proto/ids';
import { roles } from './roles.ts';

/** Everyone with an account. */
export const everyone: Partial<Audience> = { maxRole: roles.guest };
/** Everyone with an account, except guests. */
export const members: Partial<Audience> = { maxRole: roles.member };
/** The owners and administrators of the organization. */
export const administrators: Partial<Audience> = { maxRole: roles.administrator };
export const only = (userId: UserId): Partial<Audience> => ({ userIds: [userId] });
