import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Files of the clients that turn texts into small letters, each with what makes folding unnecessary. */
const allowed: Readonly<Record<string, string>> = {
  'packages/client/src/fold-case.ts': 'folds',
  'packages/web/src/compose/pasting/pasted.ts': 'a tag of HTML',
  'packages/web/src/compose/suggestions/suggestions.tsx':
    'names of groups of people and of commands, which are in ASCII',
  'packages/web/src/compose/formatting/format.ts': 'names of keys',
  'packages/web/src/compose/pasting/pasted-html.ts': 'names of elements of HTML',
  'packages/web/src/content/enhance.ts': 'the ending of a file’s name',
  'packages/web/src/media/file-kinds.ts': 'the ending of a file’s name',
  'packages/web/src/content/playgrounds.ts': 'names of programming languages',
  'packages/web/src/i18n/index.ts': 'the tag of a language',
  'packages/web/src/emoji/all-emoji.ts': 'names of emoji, which are in ASCII',
  'packages/web/src/organization/joining/allowed-domains.tsx': 'the domain of an address',
  'packages/web/src/organization/audit-log/audit-words.ts': 'a word of the program for a label',
  'packages/web/src/bots/short-name.ts': 'the suggested address of a bot',
  'packages/web/src/apps/commands/commands.ts': 'names of commands, which are in ASCII',
  'packages/web/src/integrations/catalogue/catalogue.ts': 'the suggested address of a bot',
  'packages/web/src/organization/emoji/custom-emoji.tsx': 'the suggested name of an emoji, which is in ASCII',
  'packages/web/src/lib/text/fuzzy.ts': 'a text in ASCII',
  'packages/web/src/search/finder/completions.ts': 'names and keywords of operators',
  'packages/web/src/search/filters/filters.ts': 'the ending of a file’s name',
  'packages/web/src/model/navigation/global-dialog.ts': 'a key of the keyboard',
};

it('texts of people are compared by case folding, not by small letters, in which ß is not SS', () => {
  const files = globSync('packages/{client,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|\/generated\//.test(file) &&
      /to(?:Locale)?LowerCase\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(files.sort()).toEqual(Object.keys(allowed).sort());
});
