import { z } from 'zod';
import { freeText, integer, json, text } from '../../../edge/declaration/parameter.ts';

/** Maximum number of linkifiers in one request. */
export const maxItems = 1_000;

export const filterId = () => integer({ min: 0 }).inPath();

/** Parameters with which clients turn a pasted address into text. */
export const reverseParts = {
  example_input: freeText()
    .optional()
    .describe('Text that the pattern matches and the reverse template reproduces; empty for none.'),
  reverse_template: text()
    .optional()
    .describe('Text that a pasted address becomes; empty for none. Needs an example_input.'),
  alternative_url_templates: json(z.array(z.string()).max(maxItems))
    .optional()
    .describe('Further templates of addresses that become text when they are pasted.'),
};
