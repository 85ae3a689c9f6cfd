import type { Logger } from './logger.ts';

/**
 * Runs follow-up work. When it fails, the failure is logged with `message`, and the request does not fail.
 * @returns the result; undefined when the work failed
 */
export async function bestEffort<T>(
  logger: Logger,
  message: string,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (err) {
    logger.warn({ err }, message);
    return undefined;
  }
}
