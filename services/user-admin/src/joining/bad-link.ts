import { errors } from '@parley/core';

/** One answer for links that ended, were used, or never were. */
export const badLink = () =>
  errors.badRequest('The link is not valid any more. Please ask for a new invitation.');
