import type { ListChannelNotifiedResponse } from '@parley/proto/useradmin/v1/notifications';
import { listChannelNotified as readChannelNotified } from '../../../kernel/db/user-settings.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';

/** People who want notifications of every message in their channels, for `notify`. */
export const listChannelNotified = async (
  _ctx: Ctx,
  _request: object,
  scope: DbScope,
): Promise<ListChannelNotifiedResponse> => ({ userIds: await readChannelNotified(scope) });
