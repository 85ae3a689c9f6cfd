import type { Text } from '@parley/texts/forms';

const marked = [...'áÁçÇđĐéÉĝĜĥĤíÍĵĴķĶļĻñÑóÓŕŔšŠţŢúÚŵŴýÝžŽ'];
const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aAcCdDeEgGhHiIjJkKlLnNoOrRsStTuUwWyYzZ'].map((letter, index) => [letter, marked[index] ?? letter]),
);

/** Replaces letters outside of parameters, and makes the text a quarter longer. */
function pretend(text: string): string {
  const letters = text.replaceAll(/\{\w+\}|[a-zA-Z]/g, (part) => accented[part] ?? part);
  return `⟦${letters}${'·'.repeat(Math.ceil(text.length / 4))}⟧`;
}

/** Returns the texts of a pseudo-language, made of the English ones. */
export const pseudoTexts = <Name extends string>(
  english: Readonly<Record<Name, Text>>,
): Record<Name, Text> => ({
  ...english,
  ...Object.fromEntries(
    Object.entries<Text>(english).map(([name, text]) => [
      name,
      typeof text === 'string'
        ? pretend(text)
        : (Object.fromEntries(
            Object.entries(text).map(([form, each]) => [form, form === 'select' ? each : pretend(each)]),
          ) as Text),
    ]),
  ),
});
