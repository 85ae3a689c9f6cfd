import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/forwarding.json' with { type: 'json' };

export type ForwardingText = keyof typeof english;

/** Texts of the dialog that forwards a message. */
export const forwardingTexts = areaTexts('forwarding', english);

export const fo = forwardingTexts.text;
