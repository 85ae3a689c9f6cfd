import { isRoleUpTo, roles } from '@parley/rules';

/** The user may, and so may administrators. `callerRole` may be undefined when the caller is this user. */
export const mayManageQueues = (callerId: number, callerRole: number | undefined, userId: number): boolean =>
  callerId === userId || (callerRole !== undefined && isRoleUpTo(callerRole, roles.administrator));
