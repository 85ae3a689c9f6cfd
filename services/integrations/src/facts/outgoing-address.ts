import { errors } from '@parley/core';
import { addressOf, OutsideError, parseOutsideUrl } from '@parley/outside';
import type { Ctx } from '../context.ts';

/** Maximum length of the address of a program. */
const maxUrl = 2_000;

/**
 * Checks the address and the format of a bot's program. A host whose name cannot be resolved now is accepted, because it may be there later.
 * @throws BAD_REQUEST for an address that is not public, and for an unknown format
 */
export async function checkProgram(
  { outside }: Pick<Ctx, 'outside'>,
  { url, format }: { url?: string | undefined; format?: number | undefined },
): Promise<void> {
  if (format !== undefined && format !== 1 && format !== 2) throw errors.badRequest('Invalid interface type');
  if (url === undefined) return;
  try {
    if (url.length > maxUrl) throw new OutsideError('the address is too long');
    await addressOf(parseOutsideUrl(url), outside, AbortSignal.timeout(outside.timeoutMs));
  } catch (error) {
    if (error instanceof OutsideError && error.isUnanswered) return;
    if (!(error instanceof OutsideError)) throw error;
    throw errors.badRequest('Messages can only be sent to a public web address.');
  }
}
