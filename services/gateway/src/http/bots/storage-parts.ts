import { z } from 'zod';
import { json } from '../../edge/parameter.ts';

const maxKeys = 10_000;

/** Parameter: keys of stored texts. */
export const storageKeys = () =>
  json(z.array(z.string()).max(maxKeys)).optional().describe('All keys unless given.');

/** Parameter: texts by key. */
export const storageTexts = () => json(z.record(z.string(), z.string()));
