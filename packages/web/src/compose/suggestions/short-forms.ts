/** Finds the short forms of addresses: texts that linkifiers turn into links to them (docs/api/organization.md#linkifiers). */
import type { Registration } from '@parley/client';
import { fillTemplate } from '../../content/url-template.ts';

export type Linkifier = NonNullable<Registration['realm_linkifiers']>[number];

/** A text that should become a link to `url`. Whether it does, only the server knows: it has the engine for the patterns. */
export type ShortForm = { readonly text: string; readonly url: string };

/** Maximum length of an address that has short forms, in characters. */
const maxAddress = 2_000;

/** Returns the texts that could stand for an address, those of earlier linkifiers first, each once. */
export function shortFormsOf(linkifiers: readonly Linkifier[], address: string): ShortForm[] {
  if (!/^https?:\/\/\S+$/.test(address) || address.length > maxAddress) return [];
  const found = new Map<string, ShortForm>();
  for (const { url_template: template, alternative_url_templates: others, reverse_template } of linkifiers) {
    if (reverse_template === null) continue;
    for (const each of [template, ...others]) {
      const values = valuesIn(each, address);
      const text = values && fillReverse(reverse_template, values);
      const url = values && fillTemplate(template, values);
      if (text && url && !found.has(text)) found.set(text, { text, url });
    }
  }
  return [...found.values()];
}

/**
 * Returns the values with which a template gives an address; undefined when none do. Reads templates with variables as `{name}` and
 * `{+name}`, between which there is other text, from left to right. So it takes no longer than the address is long.
 */
function valuesIn(template: string, address: string): Record<string, string> | undefined {
  const [first = '', ...parts] = template.split(/\{(\+?\w+)\}/);
  if (!address.startsWith(first)) return undefined;
  const values: Record<string, string> = {};
  let at = first.length;
  for (let index = 0; index < parts.length; index += 2) {
    const [variable = '', text = ''] = parts.slice(index, index + 2);
    const isLast = index + 2 === parts.length;
    const end = text === '' ? address.length : isLast ? address.lastIndexOf(text) : address.indexOf(text, at);
    if (end <= at || (text === '' && !isLast)) return undefined;
    const value = decoded(address.slice(at, end));
    const name = variable.replace('+', '');
    if (value === undefined || (Object.hasOwn(values, name) && values[name] !== value)) return undefined;
    values[name] = value;
    at = end + text.length;
  }
  // A template with another syntax, and a value that has to be written in another way, do not give the address.
  return at === address.length && fillTemplate(template, values) === address ? values : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Fills a reverse template. `{name}` stands for a value, and `{{` and `}}` stand for braces. */
const fillReverse = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{|\}\}|\{(\w+)\}/g, (whole, name?: string) =>
    name === undefined ? whole.charAt(0) : Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
