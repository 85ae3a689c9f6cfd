import type { Logger } from './logger.ts';

/**
 * Runs follow-up work. Logs its failure with `message` instead of failing the request.
 * @returns the result, or undefined when the work failed
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
