import type { Playground } from '@parley/client';
import { fillTemplate } from './url-template.ts';

/** Returns the playgrounds (sites that run code) for a programming language. Ignores the case of the language's name. */
export function playgroundsOf(all: readonly Playground[], language: string): readonly Playground[] {
  const wanted = language.toLowerCase();
  return all.filter((playground) => playground.pygments_language.toLowerCase() === wanted);
}

/** Returns the address that opens `code` in a playground; undefined when its template is not safe. */
export const playgroundAddress = (
  playground: Pick<Playground, 'url_template'>,
  code: string,
): string | undefined => fillTemplate(playground.url_template, { code });
