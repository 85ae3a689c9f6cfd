import { errors } from '@parley/core';
import { confirmed, requireCaller, type User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { isAdministrator } from '../domain/permissions.ts';

/** The caller, who administers the organization. @throws UNAUTHORIZED_PRINCIPAL for anybody else. */
export const administrator = (ctx: Ctx, call: Call): Promise<User> =>
  confirmed(async (options) => {
    const caller = await requireCaller(ctx, call, options);
    if (isAdministrator(caller)) return caller;
    throw errors.administratorRequired();
  });
