import type { AnyRoute } from '../../edge/route.ts';
import { addBot, deactivateBot, getBotApiKey, getBots, regenerateBotApiKey, updateBot } from './bots.ts';

/** Accounts of programs. */
export const botsRoutes: readonly AnyRoute[] = [
  getBots,
  addBot,
  updateBot,
  deactivateBot,
  getBotApiKey,
  regenerateBotApiKey,
];
