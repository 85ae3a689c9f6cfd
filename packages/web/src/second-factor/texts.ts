import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/second-factor.json' with { type: 'json' };

export const factorTexts = areaTexts('second-factor', english);

export const sf = factorTexts.text;
