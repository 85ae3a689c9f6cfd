import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { wordList } from './alert-word-parts.ts';

export const removeAlertWords = route({
  method: 'DELETE',
  path: '/users/me/alert_words',
  operation: 'remove-alert-words',
  summary: 'Removes alert words and returns the remaining ones.',
  auth: 'required',
  params: params({ alert_words: wordList() }),
  answer: z.strictObject({
    alert_words: z.array(z.string()),
  }),
  async handle(ctx, values, { call }) {
    const { alertWords } = await ctx.rpc.userAdmin.changeAlertWords(
      { added: [], removed: values.alert_words },
      call,
    );
    return ok({ alert_words: alertWords });
  },
});
