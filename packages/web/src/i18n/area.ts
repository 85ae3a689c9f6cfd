import type { Text } from './en.ts';
import { fillText, type TextParameters, textLanguage } from './index.ts';

export type AreaTexts<Name extends string> = {
  /** Returns a text in the reader's language. Requires that `load` has resolved. */
  text(name: Name, parameters?: TextParameters): string;
  /** Loads the texts in the reader's language. */
  load(): Promise<void>;
};

/** Returns the texts of a part of the client that is loaded on demand. Its texts are not part of the initial bundle. */
export function areaTexts<Name extends string>(
  english: Readonly<Record<Name, Text>>,
  german: () => Promise<Readonly<Record<Name, Text>>>,
): AreaTexts<Name> {
  let catalogue = english;
  return {
    text: (name, parameters = {}) => fillText(catalogue[name], parameters),
    async load() {
      if (textLanguage() === 'de') catalogue = await german();
    },
  };
}
