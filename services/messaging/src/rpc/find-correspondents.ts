import type {
  FindCorrespondentsRequest,
  FindCorrespondentsResponse,
} from '@parley/proto/messaging/v1/sharing';
import type { Ctx } from '../context.ts';
import { findCorrespondents as readCorrespondents } from '../db/correspondents.ts';

/** Who writes to whom, for `user-admin`, which decides whom guests see. No permission is checked. */
export async function findCorrespondents(
  ctx: Ctx,
  { viewerIds, userIds }: FindCorrespondentsRequest,
): Promise<FindCorrespondentsResponse> {
  return { correspondents: await readCorrespondents(ctx.db, viewerIds, userIds) };
}
