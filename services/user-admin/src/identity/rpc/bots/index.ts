import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { ScopedHandlers } from '../../../kernel/scoped-handlers.ts';
import type { Ctx } from '../../context.ts';
import { addBot } from './add-bot.ts';
import { deleteBotStorage } from './delete-bot-storage.ts';
import { getBotStorage } from './get-bot-storage.ts';
import { listBots } from './list-bots.ts';
import { updateBot } from './update-bot.ts';
import { updateBotStorage } from './update-bot-storage.ts';

/** RPCs about bots and what they store. */
export const botHandlers = {
  addBot,
  deleteBotStorage,
  getBotStorage,
  listBots,
  updateBot,
  updateBotStorage,
} satisfies Partial<ScopedHandlers<typeof UserAdminServiceService, Ctx>>;
