import { f } from './texts.ts';

/** Returns the display name of a client program. Requests of this web client carry the name `ParleyWeb`. */
export const clientName = (name: string): string =>
  name === 'ParleyWeb' ? f('webClient') : name || f('unknownClient');
