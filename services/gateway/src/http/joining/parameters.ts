import { freeText } from '../../edge/declaration/parameter.ts';

export const joinToken = () =>
  freeText(200)
    .default('')
    .describe(
      'The last part of the link; empty to join without an invitation, where the organization allows it.',
    );

/** Declares the parameter for the secret in a link that was sent by e-mail. */
export const mailedToken = () => freeText(200).describe('The last part of the link.');
