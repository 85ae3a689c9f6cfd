import { ApiError } from '@parley/client';
import { t } from '../i18n/index.ts';

/** An error that the client itself detects. Its message is meant for the person. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

/** Thrown when the person declines a step in a dialog that asks for confirmation. It is not a failure. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Returns a text for the person that says why a request failed; undefined when the person declined it. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof Cancelled) return undefined;
  return error instanceof ApiError || error instanceof FormError ? error.message : t('cannotReachServer');
}
