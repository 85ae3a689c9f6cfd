import { freeText } from '../../edge/parameter.ts';

/** Parameter: the secret of an invitation link. */
export const joinToken = () =>
  freeText(200)
    .default('')
    .describe(
      'The last part of the link; empty to join without an invitation, where the organization allows it.',
    );

/** Parameter: the secret of a link in a mail. */
export const mailedToken = () => freeText(200).describe('The last part of the link.');
