import { ApiError } from '@parley/client';
import { t } from '../i18n/index.ts';

/** An error that the client itself detects. Its message is meant for the person. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

/** Returns a text for the person that says why a request failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof FormError ? error.message : t('cannotReachServer');
