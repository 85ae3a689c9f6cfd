import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { expectedValues } from '../../expected-values.ts';

export const updateRealmDomain = route({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  operation: 'update-realm-domain',
  summary: 'Says whether subdomains of an allowed domain are allowed too. For owners.',
  auth: 'required',
  params: params({ domain: text().inPath(), allow_subdomains: boolean(), expected: expectedValues }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateDomain(
      {
        domain: values.domain,
        allowSubdomains: values.allow_subdomains,
        expected: values.expected,
      },
      call,
    );
    return ok();
  },
});
