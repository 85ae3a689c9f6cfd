import type { Playground } from '@parley/client';
import { fillTemplate } from './url-template.ts';

/** Returns the playgrounds in which code of a language opens. The case of its name does not matter. */
export function playgroundsOf(all: readonly Playground[], language: string): readonly Playground[] {
  const wanted = language.toLowerCase();
  return all.filter((playground) => playground.pygments_language.toLowerCase() === wanted);
}

/** Returns the address at which a playground shows a text of code. */
export const playgroundAddress = (playground: Pick<Playground, 'url_template'>, code: string): string =>
  fillTemplate(playground.url_template, { code });
