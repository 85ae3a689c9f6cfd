import type { GetSetupResponse } from '@parley/proto/useradmin/v1/joining';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { hasOrganization } from '../../db/first-run.ts';

/** Returns whether no organization exists yet, so that it can be created, and whether its people sign in without passwords. */
export async function getSetup(ctx: Ctx, _request: unknown, scope: DbScope): Promise<GetSetupResponse> {
  return { isOpen: !(await hasOrganization(scope)), hasNoPasswords: !ctx.config.signIn.password };
}
