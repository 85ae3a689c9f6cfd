import { z } from 'zod';
import { json } from '../../../edge/declaration/parameter.ts';

/** Declares the parameter for alert words to add or remove. */
export const wordList = () => json(z.array(z.string()).max(1_000));
