import { ok } from '../../edge/answer/envelope.ts';
import { freeText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { joinToken } from './parameters.ts';

export const confirmAddress = route({
  method: 'POST',
  path: '/joining/confirm_address',
  operation: 'confirm-address',
  summary: 'Mails a link for joining to the address of a person who uses a reusable link, or none.',
  auth: 'none',
  refusesOtherSites: true,
  params: params({ token: joinToken(), email: freeText() }),
  async handle(ctx, { token, email }, { call }) {
    await ctx.rpc.userAdmin.confirmAddress({ token, email }, call);
    return ok();
  },
});
