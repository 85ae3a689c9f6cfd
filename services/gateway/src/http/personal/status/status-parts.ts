import { freeText, integer, text } from '../../../edge/declaration/parameter.ts';

export const statusParts = {
  status_text: freeText().optional().describe('At most 60 characters; empty for none.'),
  emoji_name: text().optional().describe('Empty for none.'),
  emoji_code: text().optional(),
  reaction_type: text().optional(),
};

/** The time at which a status ends by itself. */
export const statusEnd = {
  status_ends_at: integer({ min: 0 })
    .optional()
    .describe(
      'When the status ends, in Unix seconds; 0 for never. Without it, a new text or emoji never ends.',
    ),
};

export const userId = () => integer({ min: 0 }).inPath();
