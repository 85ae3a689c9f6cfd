import { roles } from '@parley/rules';
/** Returns whether the caller may list and close the queues of a person. The person and administrators may. */
export const mayManageQueues = (callerId: number, callerRole: number, userId: number): boolean =>
  callerId === userId || (callerRole > 0 && callerRole <= roles.administrator);
