import { areaTexts } from '../../i18n/area.ts';
import english from '../../texts/en/gifs.json' with { type: 'json' };

export const gifTexts = areaTexts('gifs', english);

/** Returns a text about GIFs in the reader's language. */
export const g = gifTexts.text;
