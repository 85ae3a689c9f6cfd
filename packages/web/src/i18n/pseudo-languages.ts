/**
 * Languages that nobody speaks, for tests. The texts of `en-XA` are as long as those of long languages and have marks at both ends, so
 * that a text which is not translated, or cut off, shows. Those of `ar-XB` are the same, from right to left.
 */
export const pseudoLanguages: ReadonlySet<string> = new Set(['en-XA', 'ar-XB']);
