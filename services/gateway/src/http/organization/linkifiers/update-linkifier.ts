import { ok } from '../../../edge/answer/envelope.ts';
import { text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { expectedValues } from '../../expected-values.ts';
import { filterId, reverseParts } from './linkifier-parts.ts';

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
    ...reverseParts,
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
