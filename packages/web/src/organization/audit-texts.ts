import { areaTexts } from '../i18n/area.ts';
import { english } from './audit-texts-en.ts';

/** Texts of the audit log. They are loaded only for owners, because only owners see the log. */
export const auditTexts = areaTexts(english, async () => (await import('./audit-texts-de.ts')).german);

export const a = auditTexts.text;
