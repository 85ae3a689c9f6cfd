import { ApiError } from '@parley/client';
import { t } from '../i18n/index.ts';

/** A refusal of the page itself, whose message is a text for its reader. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

/** Returns the text that says why a call failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof FormError ? error.message : t('cannotReachServer');
