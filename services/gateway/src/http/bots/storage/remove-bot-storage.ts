import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { storageKeys } from './storage-parts.ts';

export const removeBotStorage = route({
  method: 'DELETE',
  path: '/bot_storage',
  operation: 'remove-bot-storage',
  summary: 'Deletes stored texts of the calling bot.',
  auth: 'required',
  changes: 'nothing',
  params: params({ keys: storageKeys() }),
  async handle(ctx, { keys }, { call }) {
    await ctx.rpc.userAdmin.deleteBotStorage({ hasKeys: keys !== undefined, keys: keys ?? [] }, call);
    return ok();
  },
});
