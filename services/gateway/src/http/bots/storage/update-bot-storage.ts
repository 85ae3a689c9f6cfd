import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { storageTexts } from './storage-parts.ts';

export const updateBotStorage = route({
  method: 'PUT',
  path: '/bot_storage',
  operation: 'update-bot-storage',
  summary: 'Stores texts by key for the calling bot, replacing older values.',
  auth: 'required',
  changes: 'nothing',
  params: params({ storage: storageTexts() }),
  async handle(ctx, { storage }, { call }) {
    const entries = Object.entries(storage).map(([key, value]) => ({ key, value }));
    await ctx.rpc.userAdmin.updateBotStorage({ entries }, call);
    return ok();
  },
});
