import type {
  ListDigestReadersRequest,
  ListDigestReadersResponse,
} from '@parley/proto/useradmin/v1/notifications';
import { listDigestReaders as readDigestReaders } from '../../../kernel/db/user-settings.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

const maxPerPage = 1_000;

/** Returns a page of IDs of the active people who want digests. The service `notify` calls it. */
export const listDigestReaders = async (
  _ctx: Ctx,
  { afterUserId, limit, dailyOnly }: ListDigestReadersRequest,
  scope: DbScope,
): Promise<ListDigestReadersResponse> => ({
  userIds: await readDigestReaders(scope, {
    afterUserId,
    limit: Math.min(limit, maxPerPage),
    isDaily: dailyOnly,
  }),
});
