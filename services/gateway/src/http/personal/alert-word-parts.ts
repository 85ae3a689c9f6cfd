import { z } from 'zod';
import { json } from '../../edge/parameter.ts';

/** Words that are added or removed together. */
export const wordList = () => json(z.array(z.string()).max(1_000));
