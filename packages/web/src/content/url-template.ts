import { isSafeLinkTemplate } from '@parley/rules/links';

type Sign = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** Operators of RFC 6570: the prefix, the separator, whether values get names, and whether reserved characters stay unencoded. */
const operators: Readonly<
  Record<Sign, { before: string; between: string; isNamed?: boolean; keepsReserved?: boolean }>
> = {
  '': { before: '', between: ',' },
  '+': { before: '', between: ',', keepsReserved: true },
  '#': { before: '#', between: ',', keepsReserved: true },
  '.': { before: '.', between: '.' },
  '/': { before: '/', between: '/' },
  ';': { before: ';', between: ';', isNamed: true },
  '?': { before: '?', between: '&', isNamed: true },
  '&': { before: '&', between: '&', isNamed: true },
};

/** Percent-encodes all characters except the unreserved ones of RFC 3986. */
const encode = (value: string): string =>
  encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Percent-encodes characters that no URL may contain, and keeps existing percent-encodings. */
const encodeAllowed = (value: string): string =>
  encodeURI(value)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/%25(?=[\da-f]{2})/gi, '%');

/**
 * Fills a URL template (RFC 6570) with texts. Variables without a value are left out.
 * @returns a URL that may become a link; undefined when the template could lead to more than one site on the web
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string | undefined {
  if (!isSafeLinkTemplate(template)) return undefined;
  return template.replaceAll(/\{([+#./;?&]?)([^{}]*)\}/g, (_whole, sign: Sign, list: string) => {
    const { before, between, isNamed, keepsReserved } = operators[sign];
    const parts: string[] = [];
    for (const variable of list.split(',')) {
      const [, name = '', length] = /^([\w.%]+)(?::(\d+)|\*)?$/.exec(variable) ?? [];
      const whole = Object.hasOwn(values, name) ? values[name]?.toWellFormed() : undefined;
      if (whole === undefined) continue;
      const value = length === undefined ? whole : Array.from(whole).slice(0, Number(length)).join('');
      const text = (keepsReserved ? encodeAllowed : encode)(value);
      if (!isNamed) parts.push(text);
      else parts.push(text === '' && sign === ';' ? name : `${name}=${text}`);
    }
    return parts.length === 0 ? '' : before + parts.join(between);
  });
}
