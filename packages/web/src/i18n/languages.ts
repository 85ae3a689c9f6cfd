import { translations } from '../gen/translations.ts';

const tags = ['en', ...Object.keys(translations)];

/** Returns how people who speak a language call it, as it begins a line. */
function ownName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.replace(/^./u, (letter) => letter.toLocaleUpperCase(tag));
}

/** The languages that have texts, for lists in which people choose one. */
export const languages = tags.map((tag) => ({ value: tag, label: ownName(tag) }));

/** Returns the language among `languages` in which a person with this setting reads, such as `de` for `de-at`. */
export const languageFor = (setting: string): string =>
  tags.find((tag) => tag === setting) ?? tags.find((tag) => setting.split(/[-_]/)[0] === tag) ?? 'en';
