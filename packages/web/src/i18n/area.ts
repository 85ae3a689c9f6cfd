import { inWords, type Text, type TextParameters, translated } from './index.ts';

export type AreaTexts<Name extends string> = {
  /** Returns a text in the reader's language. Requires that `load` has resolved. */
  text(name: Name, parameters?: TextParameters): string;
  /** Returns whether there is a text of this name. */
  has(name: string): name is Name;
  readonly names: readonly Name[];
  /** Loads the texts in the reader's language. */
  load(): Promise<void>;
};

/**
 * Returns the texts of a part of the client that is loaded on demand. Its texts are not part of the initial bundle.
 * @param area name of its files in the folders of the languages
 */
export function areaTexts<Name extends string>(
  area: string,
  english: Readonly<Record<Name, Text>>,
): AreaTexts<Name> {
  let catalogue = english;
  return {
    text: (name, parameters = {}) => inWords(catalogue[name], parameters),
    has: (name): name is Name => Object.hasOwn(english, name),
    names: Object.keys(english) as Name[],
    async load() {
      catalogue = await translated(area, english);
    },
  };
}
