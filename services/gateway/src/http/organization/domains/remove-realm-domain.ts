import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const removeRealmDomain = route({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  operation: 'remove-realm-domain',
  summary: 'Removes an allowed email domain. For owners.',
  auth: 'required',
  params: params({ domain: text().inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeDomain({ domain: values.domain }, call);
    return ok();
  },
});
