import { errors, errorText } from '@parley/core';
import type { ResolveUsersRequest, ResolveUsersResponse } from '@parley/proto/useradmin/v1/user_admin';
import { emailKey } from '@parley/rules';
import { findUsers } from '../../../kernel/db/people.ts';
import { factOf } from '../../../kernel/domain/person.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

const maxPerRequest = 10_000;

/** By IDs, addresses or a name. Other services cache them. @throws BAD_REQUEST for too many IDs and addresses */
export async function resolveUsers(
  _ctx: Ctx,
  request: ResolveUsersRequest,
  scope: DbScope,
): Promise<ResolveUsersResponse> {
  if (request.userIds.length + request.emails.length > maxPerRequest) {
    throw errors.badRequest(
      errorText('At most {limit} people can be looked up at once.', { limit: maxPerRequest }),
    );
  }
  const { value, snapshot } = await scope.snapshot((tx) =>
    findUsers(tx, {
      userIds: request.userIds,
      keys: request.emails.map(emailKey),
      ...(request.fullName !== undefined && { fullName: request.fullName }),
    }),
  );
  return { users: value.map(factOf), snapshot };
}
