import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { freeText, integer, json, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

/** More in one request is refused. */
const maxItems = 1_000;
const filterId = () => integer({ min: 0 }).inPath();

export const getLinkifiers = route({
  method: 'GET',
  path: '/realm/linkifiers',
  operation: 'get-linkifiers',
  summary: 'Patterns of text that become links, in the order in which they apply.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { linkifiersJson } = await ctx.rpc.userAdmin.listLinkifiers({}, call, { idempotent: true });
    return ok({ linkifiers: raw(linkifiersJson) });
  },
});

export const addLinkifier = route({
  method: 'POST',
  path: '/realm/filters',
  operation: 'add-linkifier',
  summary: 'Makes text that matches a pattern a link.',
  auth: 'required',
  params: params({
    pattern: text().describe('RE2 syntax, named groups as (?P<name>…).'),
    url_template: text().describe('RFC 6570; its variables are the named groups.'),
  }),
  async handle(ctx, values, { call }) {
    const { linkifierId } = await ctx.rpc.userAdmin.addLinkifier(
      { pattern: values.pattern, urlTemplate: values.url_template },
      call,
    );
    return ok({ id: linkifierId });
  },
});

export const updateLinkifier = route({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  operation: 'update-linkifier',
  summary: 'Changes a linkifier (specification, 14).',
  auth: 'required',
  params: params({
    filter_id: filterId(),
    pattern: text(),
    url_template: text(),
    reverse_template: text().optional().describe('What a pasted address becomes; empty for none.'),
    alternative_url_templates: json(z.array(z.string()).max(maxItems)).optional(),
    example_input: freeText().optional().describe('Text that the reverse template has to lead back to.'),
  }),
  async handle(ctx, values, { call }) {
    const { alternative_url_templates: urlTemplates } = values;
    await ctx.rpc.userAdmin.updateLinkifier(
      {
        linkifierId: values.filter_id,
        pattern: values.pattern,
        urlTemplate: values.url_template,
        reverseTemplate: values.reverse_template,
        alternatives: urlTemplates && { urlTemplates },
        exampleInput: values.example_input,
      },
      call,
    );
    return ok();
  },
});

export const removeLinkifier = route({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  operation: 'remove-linkifier',
  summary: 'Leaves text of a pattern as it is.',
  auth: 'required',
  params: params({ filter_id: filterId() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.removeLinkifier({ linkifierId: values.filter_id }, call);
    return ok();
  },
});

export const reorderLinkifiers = route({
  method: 'PATCH',
  path: '/realm/linkifiers',
  operation: 'reorder-linkifiers',
  summary: 'The order in which linkifiers apply.',
  auth: 'required',
  params: params({
    ordered_linkifier_ids: json(z.array(z.int().nonnegative()).max(maxItems)).describe('All of them.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.userAdmin.reorderLinkifiers({ linkifierIds: values.ordered_linkifier_ids }, call);
    return ok();
  },
});
