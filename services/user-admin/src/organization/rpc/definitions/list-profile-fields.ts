import { jsonBytes } from '@parley/core';
import type {
  ListProfileFieldsRequest,
  ListProfileFieldsResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listProfileFields as readProfileFields } from '../../db/profile-fields.ts';
import { presentProfileField } from '../../domain/profile-fields.ts';

/** Custom profile fields in their order (contract, `get-custom-profile-fields`). @throws UNAUTHORIZED */
export async function listProfileFields(
  ctx: Ctx,
  _request: ListProfileFieldsRequest,
  call: Call,
): Promise<ListProfileFieldsResponse> {
  await requireCaller(ctx.db, call);
  const fields = (await readProfileFields(ctx.db)).map(presentProfileField);
  return { fieldsJson: jsonBytes(fields) };
}
