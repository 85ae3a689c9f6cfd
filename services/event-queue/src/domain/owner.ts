import { roles } from '@parley/rules';
/** Whether somebody may list and close a person's queues: the person themselves, and administrators. */
export const mayManageQueues = (callerId: number, callerRole: number, userId: number): boolean =>
  callerId === userId || (callerRole > 0 && callerRole <= roles.administrator);
