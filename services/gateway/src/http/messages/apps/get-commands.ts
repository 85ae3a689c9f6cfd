import { commandSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getCommands = route({
  method: 'GET',
  path: '/commands',
  operation: 'get-commands',
  summary: 'Lists the commands that the caller may use: those of the server, and those of apps.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({ commands: z.array(commandSchema) }),
  async handle(ctx, _, { call, language }) {
    const { commandsData } = await ctx.rpc.integrations.listCommands({ language: language() }, call);
    return ok({ commands: raw(commandsData) });
  },
});
