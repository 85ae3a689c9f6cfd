import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { json } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const words = () => json(z.array(z.string()).max(1_000));

export const getAlertWords = route({
  method: 'GET',
  path: '/users/me/alert_words',
  operation: 'get-alert-words',
  summary: 'Words that the caller wants to be alerted of.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { alertWords } = await ctx.rpc.userAdmin.getAlertWords({}, call, { idempotent: true });
    return ok({ alert_words: alertWords });
  },
});

export const addAlertWords = route({
  method: 'POST',
  path: '/users/me/alert_words',
  operation: 'add-alert-words',
  summary: 'Adds alert words; all there are then.',
  auth: 'required',
  params: params({ alert_words: words() }),
  async handle(ctx, values, { call }) {
    const { alertWords } = await ctx.rpc.userAdmin.changeAlertWords(
      { added: values.alert_words, removed: [] },
      call,
    );
    return ok({ alert_words: alertWords });
  },
});

export const removeAlertWords = route({
  method: 'DELETE',
  path: '/users/me/alert_words',
  operation: 'remove-alert-words',
  summary: 'Takes alert words away; those there are then.',
  auth: 'required',
  params: params({ alert_words: words() }),
  async handle(ctx, values, { call }) {
    const { alertWords } = await ctx.rpc.userAdmin.changeAlertWords(
      { added: [], removed: values.alert_words },
      call,
    );
    return ok({ alert_words: alertWords });
  },
});
