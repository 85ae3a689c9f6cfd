import { ok, type RawJson, raw } from '../../edge/envelope.ts';
import { freeText, integer, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const botId = () => integer({ min: 0 }).inPath();

export const getBots = route({
  method: 'GET',
  path: '/bots',
  operation: 'get-bots',
  summary: "The caller's bots.",
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { botsJson } = await ctx.rpc.userAdmin.listBots({}, call, { idempotent: true });
    return ok({ bots: raw(botsJson) });
  },
});

export const addBot = route({
  method: 'POST',
  path: '/bots',
  operation: 'add-bot',
  summary: 'A bot of the caller.',
  auth: 'required',
  params: params({
    full_name: freeText(),
    short_name: text().describe('Its address is `{short_name}-bot@` the organization’s host.'),
    bot_type: integer({ min: 1, max: 4 })
      .default(1)
      .describe('1 generic, 2 incoming webhook; 3 and 4 are refused.'),
  }),
  async handle(ctx, { full_name, short_name, bot_type }, { call }) {
    const { userId, apiKey, botJson } = await ctx.rpc.userAdmin.addBot(
      { fullName: full_name, shortName: short_name, botType: bot_type },
      call,
    );
    return ok({ user_id: userId, api_key: apiKey, bot: raw(botJson) });
  },
});

export const updateBot = route({
  method: 'PATCH',
  path: '/bots/{bot_id}',
  operation: 'update-bot',
  summary: 'Name, owner and role of a bot.',
  auth: 'required',
  params: params({
    bot_id: botId(),
    full_name: freeText().optional(),
    bot_owner_id: integer({ min: 0 }).optional().describe('For administrators.'),
    role: integer().optional().describe('For administrators.'),
  }),
  async handle(ctx, values, { call }) {
    const { botJson } = await ctx.rpc.userAdmin.updateBot(
      {
        botUserId: values.bot_id,
        fullName: values.full_name,
        ownerUserId: values.bot_owner_id,
        role: values.role,
      },
      call,
    );
    return ok({ bot: raw(botJson) satisfies RawJson });
  },
});

export const deactivateBot = route({
  method: 'DELETE',
  path: '/bots/{bot_id}',
  operation: 'deactivate-bot',
  summary: 'A bot is no longer in the organization.',
  auth: 'required',
  params: params({ bot_id: botId() }),
  async handle(ctx, { bot_id }, { call }) {
    await ctx.rpc.userAdmin.deactivateUser(
      { user: { user: { $case: 'userId', userId: bot_id } }, comment: '', mustBeBot: true },
      call,
    );
    return ok();
  },
});

export const getBotApiKey = route({
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  operation: 'get-bot-api-key',
  summary: "A bot's API key, for who may change the bot.",
  auth: 'required',
  params: params({ bot_id: botId() }),
  async handle(ctx, { bot_id }, { call }) {
    const { apiKey } = await ctx.rpc.userAdmin.getApiKey({ botUserId: bot_id }, call, { idempotent: true });
    return ok({ api_key: apiKey });
  },
});

export const regenerateBotApiKey = route({
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  operation: 'regenerate-bot-api-key',
  summary: 'A new API key for a bot; the old one is worth nothing from here on.',
  auth: 'required',
  params: params({ bot_id: integer({ min: 1 }).inPath() }),
  async handle(ctx, { bot_id }, { call }) {
    const { apiKey } = await ctx.rpc.userAdmin.regenerateApiKey({ botUserId: bot_id }, call);
    return ok({ api_key: apiKey });
  },
});
