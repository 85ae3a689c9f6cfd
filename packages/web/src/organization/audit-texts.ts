import { areaTexts } from '../i18n/area.ts';
import { english } from './audit-texts-en.ts';

/** Texts of the audit log, which only owners load. */
export const auditTexts = areaTexts(english, async () => (await import('./audit-texts-de.ts')).german);

export const a = auditTexts.text;
