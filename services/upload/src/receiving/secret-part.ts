import { createHash } from 'node:crypto';
import type { Ctx } from '../context.ts';

/** Returns the part of the path of an imported file that nobody can guess. It is the same whenever the file is imported again. */
export const secretPart = ({ secretKey }: Pick<Ctx, 'secretKey'>, importKey: string): string =>
  createHash('sha256').update(`${secretKey}\0imported file\0${importKey}`).digest('hex').slice(0, 36);
