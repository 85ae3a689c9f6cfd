import { listOf } from '../i18n/format.ts';
import { p } from './texts.ts';

/** Kinds of data in reports of exports and erasures that have their own name, the most important ones first. */
const namedKinds = [
  'messages',
  'messages_sent',
  'direct_messages',
  'files',
  'uploads',
  'images',
  'reactions',
  'drafts',
  'personal_items',
  'sessions',
  'api_keys',
  'devices',
  'audit_entries',
] as const;

/** Returns the counts of a report as text. Kinds without their own name are added up. Returns an empty text if all counts are 0. */
export function countsInWords(counts: Readonly<Record<string, number>>): string {
  const named = namedKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [p(`count_${kind}`, { count })] : [];
  });
  const isNamed = (kind: string) => (namedKinds as readonly string[]).includes(kind);
  const others = Object.entries(counts).reduce((sum, [kind, count]) => sum + (isNamed(kind) ? 0 : count), 0);
  const all = [...named, ...(others > 0 ? [p('count_other', { count: others })] : [])];
  return all.length > 0 ? listOf(all) : '';
}
