import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { ImportUserTopicsRequest, ImportUserTopicsResponse } from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { putUserTopics } from '../../db/imports.ts';

const maxTopics = 1_000;

/** Stores visibility policies of topics, without events. Policies that people have set stay as they are. */
export async function importUserTopics(
  ctx: Ctx,
  { topics }: ImportUserTopicsRequest,
  { call }: Scope,
): Promise<ImportUserTopicsResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  if (topics.length > maxTopics) throw errors.internal();
  await ctx.db.tx((tx) => putUserTopics(tx, topics), { isIdempotent: true });
  return {};
}
