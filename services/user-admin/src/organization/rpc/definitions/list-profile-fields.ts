import { jsonBytes } from '@parley/core';
import type {
  ListProfileFieldsRequest,
  ListProfileFieldsResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { listProfileFields as readProfileFields } from '../../db/profile-fields.ts';
import { presentProfileField } from '../../domain/profile-fields.ts';

export async function listProfileFields(
  _ctx: Ctx,
  _request: ListProfileFieldsRequest,
  scope: DbScope,
): Promise<ListProfileFieldsResponse> {
  await scope.caller();
  const fields = (await readProfileFields(scope)).map(presentProfileField);
  return { fieldsJson: jsonBytes(fields) };
}
