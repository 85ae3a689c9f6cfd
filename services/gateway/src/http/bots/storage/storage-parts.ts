import { z } from 'zod';
import { json } from '../../../edge/declaration/parameter.ts';

const maxKeys = 10_000;

export const storageKeys = () =>
  json(z.array(z.string()).max(maxKeys)).optional().describe('All keys unless given.');

/** Declares the parameter for stored texts by key. */
export const storageTexts = () => json(z.record(z.string(), z.string()));
