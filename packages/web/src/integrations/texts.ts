import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/integrations.json' with { type: 'json' };

export type IntegrationsText = keyof typeof english;

export const integrationsTexts = areaTexts('integrations', english);

/** Returns a text about integrations in the reader's language. */
export const n = integrationsTexts.text;
