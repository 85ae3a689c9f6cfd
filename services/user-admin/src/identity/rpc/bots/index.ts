import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { addBot } from './add-bot.ts';
import { deleteBotStorage } from './delete-bot-storage.ts';
import { getBotStorage } from './get-bot-storage.ts';
import { listBots } from './list-bots.ts';
import { updateBot } from './update-bot.ts';
import { updateBotStorage } from './update-bot-storage.ts';

/** RPCs about bots and what they store. */
export const botHandlers = (ctx: Ctx) =>
  ({
    addBot: (request, call) => addBot(ctx, request, call),
    deleteBotStorage: (request, call) => deleteBotStorage(ctx, request, call),
    getBotStorage: (request, call) => getBotStorage(ctx, request, call),
    listBots: (request, call) => listBots(ctx, request, call),
    updateBot: (request, call) => updateBot(ctx, request, call),
    updateBotStorage: (request, call) => updateBotStorage(ctx, request, call),
  }) satisfies Partial<Handlers<typeof UserAdminServiceService>>;
