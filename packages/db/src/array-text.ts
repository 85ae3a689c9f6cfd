const escaped = /["\\]/;

/**
 * Returns numbers, texts and truth values as the text of an array of PostgreSQL; undefined for an array with anything else, which the
 * client library writes. It writes these as well, but quotes and escapes each number, which takes most of the time of statements about a
 * thousand rows.
 */
export function arrayText(values: readonly unknown[]): string | undefined {
  if (values.every((value) => typeof value === 'number')) return `{${values.join(',')}}`;
  const items: string[] = [];
  for (const value of values) {
    if (value === null || value === undefined) items.push('NULL');
    else if (typeof value === 'string')
      items.push(escaped.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : `"${value}"`);
    else if (typeof value === 'number' || typeof value === 'boolean') items.push(`${value}`);
    else return undefined;
  }
  return `{${items.join(',')}}`;
}
