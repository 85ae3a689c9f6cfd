import { type BlocksText, blocksTexts, k } from '../texts.ts';

/** Returns why a press failed, in words. The server names the usual reasons; apps may give a text of their own. */
export function failureInWords(reason: string | undefined): string {
  const name = `failed-${reason}`;
  if (reason && blocksTexts.has(name)) return k(name as BlocksText);
  return reason || k('failed');
}
