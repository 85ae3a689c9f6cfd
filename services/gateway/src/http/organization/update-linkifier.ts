import { z } from 'zod';
import { ok } from '../../edge/envelope.ts';
import { freeText, json, text } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';
import { expectedValues } from '../expected-values.ts';
import { filterId, maxItems } from './linkifier-parts.ts';

export const updateLinkifier = route({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  operation: 'update-linkifier',
  summary: 'Changes a linkifier.',
  auth: 'required',
  params: params({
    filter_id: filterId(),
    pattern: text(),
    url_template: text(),
    reverse_template: text().optional().describe('Text that a pasted address becomes; empty for none.'),
    alternative_url_templates: json(z.array(z.string()).max(maxItems)).optional(),
    example_input: freeText().optional().describe('Text that the reverse template must reproduce.'),
    expected: expectedValues,
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
        expected: values.expected,
      },
      call,
    );
    return ok();
  },
});
