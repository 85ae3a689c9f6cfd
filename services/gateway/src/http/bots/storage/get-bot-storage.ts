import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { storageKeys } from './storage-parts.ts';

/** Reads texts that a bot has stored. Bots that use the Python library keep their state there. */
export const getBotStorage = route({
  method: 'GET',
  path: '/bot_storage',
  operation: 'get-bot-storage',
  summary: 'Returns the stored texts of the calling bot by key.',
  auth: 'required',
  awaits: 'facts',
  params: params({ keys: storageKeys() }),
  answer: z.strictObject({
    storage: z.record(z.string(), z.string()),
  }),
  async handle(ctx, { keys }, { call }) {
    const request = { hasKeys: keys !== undefined, keys: keys ?? [] };
    const { storageJson } = await ctx.rpc.userAdmin.getBotStorage(request, call);
    return ok({ storage: raw(storageJson) });
  },
});
