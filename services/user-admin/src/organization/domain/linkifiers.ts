/** Rules for linkifiers, which turn matching text into links (docs/api/organization.md#linkifiers). */
import type { Linkifier as ApiLinkifier } from '@parley/api';
import { type ErrorMessage, errors, errorText } from '@parley/core';
import { type CompiledLinkifier, compileLinkifier, LinkifierError } from '@parley/markdown';
import { inertLink, isSafeLinkTemplate } from '@parley/rules';

export type Linkifier = {
  id: number;
  pattern: string;
  urlTemplate: string;
  /** A text that matches the pattern, and that the reverse template reproduces. */
  exampleInput: string | null;
  reverseTemplate: string | null;
  alternativeUrlTemplates: string[];
};

/** Every change sends all linkifiers to clients, and every message is matched with all of them. */
export const linkifierLimits = { count: 60, textLength: 500, alternatives: 5 } as const;

/** Returns a linkifier in the form of the API and its events. Templates that are not safe, of earlier releases, become inert. */
export const presentLinkifier = (linkifier: Linkifier): ApiLinkifier => ({
  id: linkifier.id,
  pattern: linkifier.pattern,
  url_template: isSafeLinkTemplate(linkifier.urlTemplate) ? linkifier.urlTemplate : inertLink,
  example_input: linkifier.exampleInput,
  reverse_template: linkifier.reverseTemplate,
  alternative_url_templates: linkifier.alternativeUrlTemplates.filter(isSafeLinkTemplate),
});

/**
 * Checks a linkifier.
 * @throws BAD_REQUEST when a part is too long, or there are too many templates; when the regular expression engine, which
 * guarantees linear time, does not support the pattern; when a template is not valid (RFC 6570) or uses groups that the pattern
 * does not have; when the example does not match; when the reverse template, which builds the matching text from the groups,
 * has no example, does not use each group or does not reproduce the example
 */
export function checkLinkifier(linkifier: Linkifier): void {
  const { pattern, urlTemplate, exampleInput, reverseTemplate, alternativeUrlTemplates } = linkifier;
  const texts = [pattern, urlTemplate, exampleInput ?? '', reverseTemplate ?? '', ...alternativeUrlTemplates];
  if (texts.some((text) => text.length > linkifierLimits.textLength)) {
    throw errors.badRequest(
      errorText('Linkifiers can have at most {limit} characters in each part.', {
        limit: linkifierLimits.textLength,
      }),
    );
  }
  if (alternativeUrlTemplates.length > linkifierLimits.alternatives) {
    throw errors.badRequest(
      errorText('At most {limit} alternative URL templates are possible.', {
        limit: linkifierLimits.alternatives,
      }),
    );
  }
  const compiled = compile(pattern, urlTemplate);
  for (const alternative of alternativeUrlTemplates) compile(pattern, alternative);
  if (exampleInput !== null && !compiled.probe.matcher(exampleInput).matches()) {
    throw errors.badRequest('Example input does not match the linkifier pattern.');
  }
  if (reverseTemplate === null) return;
  if (exampleInput === null) throw errors.badRequest('A reverse template needs an example input.');
  checkReverse(compiled, reverseTemplate, exampleInput);
}

function compile(pattern: string, urlTemplate: string): CompiledLinkifier {
  try {
    return compileLinkifier({ id: 0, pattern, urlTemplate });
  } catch (error) {
    if (error instanceof LinkifierError) throw errors.badRequest(error.text);
    throw error;
  }
}

function checkReverse(compiled: CompiledLinkifier, template: string, example: string): void {
  const parts = parseReverseTemplate(template);
  const used = new Set(parts.flatMap((part) => ('group' in part ? [part.group] : [])));
  for (const name of used) {
    if (!compiled.names.includes(name)) {
      throw errors.badRequest(
        errorText("Group '{name}' in reverse template is not present in linkifier pattern.", { name }),
      );
    }
  }
  for (const name of compiled.names) {
    if (!used.has(name)) {
      throw errors.badRequest(
        errorText("Group '{name}' in linkifier pattern is not present in reverse template.", { name }),
      );
    }
  }
  const matcher = compiled.probe.matcher(example);
  matcher.matches();
  const result = parts
    .map((part) => ('group' in part ? (matcher.group(part.group) ?? '') : part.text))
    .join('');
  if (result !== example) {
    throw errors.badRequest('Reverse template does not lead back to the example input.');
  }
}

type Part = { text: string } | { group: string };

/** `{name}` stands for a group, `{{` and `}}` for braces. @throws BAD_REQUEST for other braces */
function parseReverseTemplate(template: string): Part[] {
  const parts: Part[] = [];
  const piece = /\{\{|\}\}|\{(\w+)\}|[^{}]+/gy;
  while (piece.lastIndex < template.length) {
    const match = piece.exec(template);
    if (!match) throw errors.badRequest('Invalid reverse template.');
    if (match[1] !== undefined) parts.push({ group: match[1] });
    else parts.push({ text: match[0] === '{{' ? '{' : match[0] === '}}' ? '}' : match[0] });
  }
  return parts;
}

/** Checks that a new order contains every existing ID once, and returns it. @throws BAD_REQUEST with `message` otherwise */
export function checkOrder(
  given: readonly number[],
  existing: readonly { id: number }[],
  message: ErrorMessage,
): readonly number[] {
  const wanted = new Set(given);
  const isComplete = existing.length === given.length && existing.every(({ id }) => wanted.has(id));
  if (!isComplete) throw errors.badRequest(message);
  return given;
}
