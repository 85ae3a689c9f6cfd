import { roles } from '@parley/rules';
/**
 * Returns whether a caller may list and close the queues of a user. The user may, and so may administrators. `callerRole` may
 * be 0 when the caller is this user.
 */
export const mayManageQueues = (callerId: number, callerRole: number, userId: number): boolean =>
  callerId === userId || (callerRole > 0 && callerRole <= roles.administrator);
