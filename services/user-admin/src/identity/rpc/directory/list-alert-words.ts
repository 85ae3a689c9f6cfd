import type { ListAlertWordsResponse } from '@parley/proto/useradmin/v1/personal';
import type { Ctx } from '../../context.ts';
import { listAllAlertWords } from '../../db/personal.ts';

/** Everybody's, for the service that looks for them in messages; kept fresh by the fact `alertWordsChanged`. */
export async function listAlertWords(ctx: Ctx): Promise<ListAlertWordsResponse> {
  const { value, snapshot } = await ctx.db.snapshot((tx) => listAllAlertWords(tx));
  return { people: value, snapshot };
}
