import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { joinToken } from './parameters.ts';

export const getJoinOffer = route({
  method: 'POST',
  path: '/joining/offer',
  operation: 'get-join-offer',
  summary: 'Returns what an invitation link offers.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ token: joinToken() }),
  answer: z.strictObject({
    organization: z.string(),
    /** E-mail address of the new account; null when the new user must enter one and confirm it by e-mail. */
    email: z.string().nullable(),
    /** Whether the person can join; false when the link is not valid. */
    is_open: z.boolean(),
  }),
  async handle(ctx, { token }, { call }) {
    const { organization, email, isOpen } = await ctx.rpc.userAdmin.getJoinOffer({ token }, call);
    return ok({ organization, email: email === '' ? null : email, is_open: isOpen });
  },
});
