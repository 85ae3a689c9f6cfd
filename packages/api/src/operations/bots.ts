import { z } from 'zod';
import { botSchema } from '../objects/bot.ts';

export const addBotAnswer = z.strictObject({
  user_id: z.int(),
  api_key: z.string(),
  bot: botSchema,
});

export const getBotApiKeyAnswer = z.strictObject({
  api_key: z.string(),
});

export const getBotStorageAnswer = z.strictObject({
  storage: z.record(z.string(), z.string()),
});

export const getBotsAnswer = z.strictObject({
  bots: z.array(botSchema),
});

export const regenerateBotApiKeyAnswer = z.strictObject({
  api_key: z.string(),
});

export const updateBotAnswer = z.strictObject({
  bot: botSchema,
});
