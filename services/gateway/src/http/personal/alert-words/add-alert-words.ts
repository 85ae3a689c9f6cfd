import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { wordList } from './alert-word-parts.ts';

export const addAlertWords = route({
  method: 'POST',
  path: '/users/me/alert_words',
  operation: 'add-alert-words',
  summary: 'Adds alert words and returns all of them.',
  auth: 'required',
  params: params({ alert_words: wordList() }),
  answer: z.strictObject({
    alert_words: z.array(z.string()),
  }),
  async handle(ctx, values, { call }) {
    const { alertWords } = await ctx.rpc.userAdmin.changeAlertWords(
      { added: values.alert_words, removed: [] },
      call,
    );
    return ok({ alert_words: alertWords });
  },
});
