import { areaTexts } from '../i18n/area.ts';
import english from '../texts/en/offline.json' with { type: 'json' };

export type OfflineText = keyof typeof english;

export const offlineTexts = areaTexts('offline', english);

export const n = offlineTexts.text;
