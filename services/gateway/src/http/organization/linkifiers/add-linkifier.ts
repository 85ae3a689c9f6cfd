import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { reverseParts } from './linkifier-parts.ts';

export const addLinkifier = route({
  method: 'POST',
  path: '/realm/filters',
  operation: 'add-linkifier',
  summary: 'Adds a linkifier: text that matches its pattern becomes a link.',
  auth: 'required',
  params: params({
    pattern: text().describe('RE2 syntax, named groups as (?P<name>…).'),
    url_template: text().describe('RFC 6570; its variables are the named groups.'),
    ...reverseParts,
  }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { linkifierId } = await ctx.rpc.userAdmin.addLinkifier(
      {
        pattern: values.pattern,
        urlTemplate: values.url_template,
        exampleInput: values.example_input ?? '',
        reverseTemplate: values.reverse_template ?? '',
        alternativeUrlTemplates: values.alternative_url_templates ?? [],
      },
      call,
    );
    return ok({ id: linkifierId });
  },
});
