import type { AnyRoute } from '../../edge/route.ts';
import { addBot } from './add-bot.ts';
import { deactivateBot } from './deactivate-bot.ts';
import { getBotApiKey } from './get-bot-api-key.ts';
import { getBotStorage } from './get-bot-storage.ts';
import { getBots } from './get-bots.ts';
import { regenerateBotApiKey } from './regenerate-bot-api-key.ts';
import { removeBotStorage } from './remove-bot-storage.ts';
import { updateBot } from './update-bot.ts';
import { updateBotStorage } from './update-bot-storage.ts';

/** Routes of bots. */
export const botsRoutes: readonly AnyRoute[] = [
  getBots,
  addBot,
  updateBot,
  deactivateBot,
  getBotApiKey,
  regenerateBotApiKey,
  getBotStorage,
  updateBotStorage,
  removeBotStorage,
];
