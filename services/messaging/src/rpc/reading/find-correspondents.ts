import type {
  FindCorrespondentsRequest,
  FindCorrespondentsResponse,
} from '@parley/proto/messaging/v1/sharing';
import type { Ctx } from '../../context.ts';
import { findCorrespondents as findInDatabase } from '../../db/reading/correspondents.ts';

/** Only `user-admin` calls it, to decide which people guests may see. Checks no permission. */
export async function findCorrespondents(
  ctx: Ctx,
  { viewerIds, userIds }: FindCorrespondentsRequest,
): Promise<FindCorrespondentsResponse> {
  return { correspondents: await findInDatabase(ctx.db, viewerIds, userIds) };
}
