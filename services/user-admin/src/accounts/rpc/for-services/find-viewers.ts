import type { FindViewersRequest, FindViewersResponse } from '@parley/proto/useradmin/v1/visibility';
import { listGuestsByContact } from '../../../guest-visibility/db/contacts.ts';
import { areGuestsLimited } from '../../../guest-visibility/domain/guest-visibility.ts';
import { findUser } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

/** Everyone, or all members and the guests in `guestIds`. Checks no permission. */
export async function findViewers(
  _ctx: Ctx,
  { userId }: FindViewersRequest,
  scope: DbScope,
): Promise<FindViewersResponse> {
  const person = await findUser(scope, userId);
  const everyone = !person || person.isBot || !areGuestsLimited(await scope.organization());
  if (everyone) return { everyone, guestIds: [] };
  return { everyone, guestIds: (await listGuestsByContact(scope, [userId])).get(userId) ?? [] };
}
