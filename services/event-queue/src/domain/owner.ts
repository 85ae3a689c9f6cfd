import { roles } from '@parley/rules';
/**
 * Returns whether a caller may list and close the queues of a user. The user may, and so may administrators. `callerRole` is 0
 * when it does not matter.
 */
export const mayManageQueues = (callerId: number, callerRole: number, userId: number): boolean =>
  callerId === userId || (callerRole > 0 && callerRole <= roles.administrator);
