import { f } from './texts.ts';

/** Returns a program in words. This client names itself `ParleyWeb` in requests. */
export const clientName = (name: string): string =>
  name === 'ParleyWeb' ? f('webClient') : name || f('unknownClient');
