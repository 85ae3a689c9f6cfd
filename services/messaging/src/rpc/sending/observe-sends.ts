import type { Scope } from '@parley/facts';
import type { ObserveSendsRequest, ObserveSendsResponse } from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';

/** From the first call on, an import is under way: sends count as beside it. */
export async function observeSends(
  { sendTimes }: Ctx,
  _request: ObserveSendsRequest,
  { call }: Scope,
): Promise<ObserveSendsResponse> {
  requireOperator(call);
  await sendTimes.besideImport(async () => undefined);
  const { besideMs, aloneMs } = sendTimes.take();
  return { sendsBesideMs: besideMs, sendsAloneMs: aloneMs };
}
