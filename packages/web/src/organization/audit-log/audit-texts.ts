import { areaTexts } from '../../i18n/area.ts';
import english from '../../texts/en/audit.json' with { type: 'json' };

export type AuditText = keyof typeof english;

/** Texts of the audit log. They are loaded only for owners, because only owners see the log. */
export const auditTexts = areaTexts('audit', english);

export const a = auditTexts.text;
