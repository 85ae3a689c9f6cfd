import { allowedDomainSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getRealmDomains = route({
  method: 'GET',
  path: '/realm/domains',
  operation: 'get-realm-domains',
  summary: 'Lists the email domains that new users may have.',
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    domains: z.array(allowedDomainSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { domainsJson } = await ctx.rpc.userAdmin.listDomains({}, call);
    return ok({ domains: raw(domainsJson) });
  },
});
