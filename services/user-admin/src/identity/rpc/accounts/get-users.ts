import type { GetUsersRequest, GetUsersResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { visibleTo } from '../../../kernel/viewers.ts';
import { userPages } from '../../accounts/user-pages.ts';
import type { Ctx } from '../../context.ts';
import { listProfileData } from '../../db/profile-values.ts';
import { presentUser } from '../../domain/present-user.ts';

/** Everyone whom the caller may know, deactivated people too, a page at a time. */
export async function* getUsers(
  ctx: Ctx,
  request: GetUsersRequest,
  call: Call,
): AsyncGenerator<GetUsersResponse> {
  const viewer = await requireCaller(ctx.db, call);
  const isVisible = await visibleTo(ctx.db, await readRealm(ctx.db, ctx.config), viewer);
  const view = { viewer, clientGravatar: request.clientGravatar };
  for await (const all of userPages(ctx.db, request.hasUserIds ? request.userIds : undefined)) {
    call.signal.throwIfAborted();
    const page = all.filter(isVisible);
    if (page.length === 0) continue;
    const profileOf = request.includeCustomProfileFields
      ? await listProfileData(
          ctx.db,
          page.map((person) => person.userId),
        )
      : undefined;
    const texts = page.map((person) =>
      JSON.stringify(presentUser(person, { ...view, profileData: profileOf?.(person.userId) })),
    );
    yield { usersJson: Buffer.from(texts.join(',')) };
  }
}
