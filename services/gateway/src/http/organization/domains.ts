import { ok, raw } from '../../edge/envelope.ts';
import { boolean, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const getDomains = route({
  method: 'GET',
  path: '/realm/domains',
  operation: 'get-realm-domains',
  summary: 'Domains that addresses of new people may have.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { domainsJson } = await ctx.rpc.userAdmin.listDomains({}, call, { idempotent: true });
    return ok({ domains: raw(domainsJson) });
  },
});

export const addDomain = route({
  method: 'POST',
  path: '/realm/domains',
  operation: 'add-realm-domain',
  summary: 'Allows a domain; for owners.',
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

export const updateDomain = route({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  operation: 'update-realm-domain',
  summary: 'Whether domains below an allowed one are allowed too; for owners (specification, 18).',
  auth: 'required',
  params: params({ domain: text().inPath(), allow_subdomains: boolean() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.updateDomain(
      { domain: values.domain, allowSubdomains: values.allow_subdomains },
      call,
    );
    return ok();
  },
});

export const removeDomain = route({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  operation: 'remove-realm-domain',
  summary: 'Allows a domain no more; for owners.',
  auth: 'required',
  params: params({ domain: text().inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeDomain({ domain: values.domain }, call);
    return ok();
  },
});
