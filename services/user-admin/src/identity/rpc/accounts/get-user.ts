import { jsonBytes } from '@parley/core';
import type { GetUserRequest, GetUserResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { resolveReference } from '../../../kernel/references.ts';
import type { Ctx } from '../../context.ts';
import { listProfileData } from '../../db/profile-values.ts';
import { presentUser } from '../../domain/present-user.ts';

/** One person, as the caller may see them (contract, `get-user`). @throws BAD_REQUEST, UNAUTHORIZED */
export async function getUser(ctx: Ctx, request: GetUserRequest, call: Call): Promise<GetUserResponse> {
  const viewer = await requireCaller(ctx.db, call);
  const person = await resolveReference(ctx.db, await readRealm(ctx.db, ctx.config), viewer, request.user);
  const profileData = request.includeCustomProfileFields
    ? (await listProfileData(ctx.db, [person.userId]))(person.userId)
    : undefined;
  const shown = presentUser(person, { viewer, clientGravatar: request.clientGravatar, profileData });
  return { userJson: jsonBytes(shown) };
}
