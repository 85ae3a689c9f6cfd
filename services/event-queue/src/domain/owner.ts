import { isRoleUpTo, roles, type UserId } from '@parley/rules';

/** The user may, and so may administrators. `callerRole` may be undefined when the caller is this user. */
export const mayManageQueues = (callerId: UserId, callerRole: number | undefined, userId: UserId): boolean =>
  callerId === userId || (callerRole !== undefined && isRoleUpTo(callerRole, roles.administrator));
