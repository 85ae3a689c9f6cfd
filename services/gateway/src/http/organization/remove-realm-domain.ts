import { ok } from '../../edge/envelope.ts';
import { text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

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
