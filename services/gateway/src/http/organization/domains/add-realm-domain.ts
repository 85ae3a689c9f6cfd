import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const addRealmDomain = route({
  method: 'POST',
  path: '/realm/domains',
  operation: 'add-realm-domain',
  summary: 'Allows an email domain. For owners.',
  auth: 'required',
  params: params({ domain: text(), allow_subdomains: boolean() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.addDomain(
      { domain: values.domain, allowSubdomains: values.allow_subdomains },
      call,
    );
    return ok();
  },
});
