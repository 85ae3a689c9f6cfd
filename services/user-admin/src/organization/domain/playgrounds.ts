/** Sites in which clients can open a code block (docs/api/organization.md#code-playgrounds). */
import type { Playground as ApiPlayground } from '@parley/api';
import { errors } from '@parley/core';
import { compileLinkifier, LinkifierError, templateVariables } from '@parley/markdown';
import { codePoints, inertLink, isSafeLinkTemplate, limits, refuseHidden } from '@parley/rules';

export type PlaygroundDraft = { name: string; language: string; urlTemplate: string };

/** Returns a playground in the form of the API and its events. A template that is not safe, of an earlier release, becomes inert. */
export const presentPlayground = ({
  id,
  name,
  language,
  urlTemplate,
}: PlaygroundDraft & { id: number }): ApiPlayground => ({
  id,
  name,
  pygments_language: language,
  url_template: isSafeLinkTemplate(urlTemplate) ? urlTemplate : inertLink,
});

/** Checks a playground, and returns it with trimmed names. @throws BAD_REQUEST for an invalid playground */
export function checkPlayground(given: PlaygroundDraft): PlaygroundDraft {
  const [name, language] = [given.name.trim(), given.language.trim()];
  if (name === '') throw errors.badRequest('name cannot be blank');
  refuseHidden(name, 'name');
  if (codePoints(name) > limits.playgroundNameLength)
    throw errors.badRequest('name is too long (limit: 60 characters)');
  if (!/^[\w.+*#/() -]+$/.test(language) || language.length > limits.playgroundLanguageLength)
    throw errors.badRequest('Invalid characters in pygments language');
  if (codePoints(given.urlTemplate) > limits.playgroundAddressLength)
    throw errors.badRequest('url_template is too long (limit: 1000 characters)');
  checkTemplate(given.urlTemplate);
  return { name, language, urlTemplate: given.urlTemplate };
}

/** A valid template leads to one site on the web, with no variable but `code`. @throws BAD_REQUEST otherwise */
function checkTemplate(urlTemplate: string): void {
  const variables = [...templateVariables(urlTemplate)];
  try {
    const pattern = variables.map((name) => `(?P<${name}>a)`).join('') || 'a';
    compileLinkifier({ id: 0, pattern, urlTemplate });
  } catch (error) {
    throw errors.badRequest(
      error instanceof LinkifierError && error.part === 'url_template' ? error.text : 'Invalid URL template.',
    );
  }
  if (!variables.includes('code')) {
    throw errors.badRequest('Missing the required variable "code" in the URL template');
  }
  if (variables.length > 1) {
    throw errors.badRequest('"code" should be the only variable present in the URL template');
  }
}
