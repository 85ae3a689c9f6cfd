import { isSafeLinkTemplate } from '@parley/rules/links';
import { type ErrorMessage, type ErrorText, errorText, errorTextOf } from '@parley/texts';
import { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';
import { limits } from '../limits.ts';
import { isAbsoluteUrl } from './urls.ts';

/** Thrown for an invalid linkifier. `message` is a sentence for the administrator who wrote it. */
export class LinkifierError extends Error {
  override readonly name = 'LinkifierError';
  readonly part: 'pattern' | 'url_template';
  readonly text: ErrorText;
  constructor(part: 'pattern' | 'url_template', text: ErrorMessage) {
    super(errorTextOf(text).in('en'));
    this.part = part;
    this.text = errorTextOf(text);
  }
}

export type CompiledLinkifier = {
  readonly id: number;
  /** The pattern alone, for a quick test whether a text can match. */
  readonly probe: RE2JS;
  /** The pattern with the required characters before and after it. Group 1 is the match. */
  readonly matcher: RE2JS;
  readonly names: readonly string[];
  /** Returns the address for the values of the groups; undefined when there is none. */
  readonly expand: (values: Record<string, string>) => string | undefined;
};

/**
 * Compiles a linkifier. The regular expression has RE2 syntax (named groups as `(?P<name>…)`) and runs in linear time. The URL
 * template follows RFC 6570, leads to one site on the web (`isSafeLinkTemplate`), and its variables must be exactly the named groups
 * of the pattern.
 * @throws LinkifierError when the pattern or the template is invalid
 */
export function compileLinkifier(source: {
  id: number;
  pattern: string;
  urlTemplate: string;
}): CompiledLinkifier {
  const { id, pattern, urlTemplate } = source;
  let probe: RE2JS;
  let matcher: RE2JS;
  try {
    probe = RE2JS.compile(pattern);
    matcher = RE2JS.compile(`(?:^|[\\s'"(\\[{,:<>])(${pattern})(?:$|[^\\pL\\pN_])`);
  } catch (error) {
    throw new LinkifierError(
      'pattern',
      errorText('Bad regular expression: {reason}', { reason: (error as Error).message }),
    );
  }
  if (matcher.programSize() > limits.linkifierProgram) {
    throw new LinkifierError('pattern', 'The regular expression is too large');
  }
  if (probe.test('')) throw new LinkifierError('pattern', 'The regular expression matches the empty text');
  const names = Object.keys(probe.namedGroups());
  return { id, probe, matcher, names, expand: compileTemplate(urlTemplate, names) };
}

function compileTemplate(urlTemplate: string, names: string[]): CompiledLinkifier['expand'] {
  let template: ReturnType<typeof parseTemplate>;
  try {
    checkBraces(urlTemplate);
    template = parseTemplate(urlTemplate);
    template.expand({});
  } catch {
    throw new LinkifierError('url_template', 'Invalid URL template.');
  }
  if (!isSafeLinkTemplate(urlTemplate)) {
    throw new LinkifierError(
      'url_template',
      'A URL template must begin with http:// or https:// and a host, without variables before the path.',
    );
  }
  const used = templateVariables(urlTemplate);
  for (const name of used) {
    if (!names.includes(name)) {
      throw new LinkifierError(
        'url_template',
        errorText("Group '{name}' in URL template is not present in linkifier pattern.", { name }),
      );
    }
  }
  for (const name of names) {
    if (!used.has(name)) {
      throw new LinkifierError(
        'pattern',
        errorText("Group '{name}' in linkifier pattern is not present in URL template.", { name }),
      );
    }
  }
  return (values) => {
    try {
      return template.expand(values);
    } catch {
      // The library cuts values by UTF-16 code units (`{x:1}`), and refuses half of a surrogate pair.
      return undefined;
    }
  };
}

/** Returns the names of the variables in a URL template (RFC 6570). */
export function templateVariables(urlTemplate: string): Set<string> {
  const names = new Set<string>();
  for (const [, expression = ''] of urlTemplate.matchAll(/\{([^{}]*)\}/g)) {
    for (const part of expression.replace(/^[+#./;?&=,!@|]/, '').split(',')) {
      names.add(part.replace(/(?::\d+|\*)$/, ''));
    }
  }
  return names;
}

function checkBraces(urlTemplate: string): void {
  const rest = urlTemplate.replace(/\{[+#./;?&]?[\w.%]+(?::\d+|\*)?(?:,[\w.%]+(?::\d+|\*)?)*\}/g, '');
  if (/[{}]/.test(rest)) throw new Error('unbalanced');
}

export type LinkifierMatch = { start: number; end: number; url: string };

/**
 * Returns the matches of linkifiers in a text, in order and without overlaps. When matches of two linkifiers overlap, that of the
 * earlier linkifier in the list wins. A match is never a part of a longer word. Matches whose URL is not allowed are left out. The
 * search stops when the budget is used up. The budget counts steps instead of time, so that the result does not depend on the
 * machine.
 */
export function findLinkifierMatches(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  max: number = limits.linkifierMatches,
  budget: { steps: number } = { steps: limits.linkifierSteps },
): LinkifierMatch[] {
  const found: LinkifierMatch[] = [];
  const afford = (pattern: RE2JS): boolean => {
    const cost = pattern.programSize() * text.length;
    if (cost > budget.steps) return false;
    budget.steps -= cost;
    return true;
  };
  for (const linkifier of linkifiers) {
    if (!afford(linkifier.probe)) break;
    if (!linkifier.probe.test(text)) continue;
    if (!afford(linkifier.matcher)) break;
    const matcher = linkifier.matcher.matcher(text);
    let from = 0;
    // Matches that are left out count towards `max` as well, because they cost as much.
    for (let tries = 0; tries < max && found.length < max && from <= text.length; tries++) {
      if (!matcher.find(from)) break;
      const start = matcher.start(1);
      const end = matcher.end(1);
      from = Math.max(end, from + 1);
      if (end <= start || found.some((other) => start < other.end && other.start < end)) continue;
      const values: Record<string, string> = {};
      for (const name of linkifier.names) {
        const value = matcher.group(name);
        if (value !== null) values[name] = value;
      }
      const url = linkifier.expand(values);
      if (url !== undefined && isAbsoluteUrl(url)) found.push({ start, end, url });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
