import { getRealmDomainsAnswer } from '@parley/api/operations';
import { ok, raw } from '../../edge/envelope.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getRealmDomains = route({
  method: 'GET',
  path: '/realm/domains',
  operation: 'get-realm-domains',
  summary: 'Lists the email domains that new users may have.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: getRealmDomainsAnswer,
  async handle(ctx, _values, { call }) {
    const { domainsJson } = await ctx.rpc.userAdmin.listDomains({}, call);
    return ok({ domains: raw(domainsJson) });
  },
});
