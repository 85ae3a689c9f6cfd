import type { Logger } from '../logging/logger.ts';

/** Logs a failure with `message`; the request does not fail. @returns the result; undefined after a failure */
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
