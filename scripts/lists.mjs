// Generates lists from the files that exist: the services, the handlers of each, and the gateway's routes by area. So adding an operation
// requires no change of a list. The lists are in folders named `gen`, which are not under version control. Each file in `rpc` must
// export a handler with the file's name. A file in `http` is listed if it exports a route with the file's name.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const camelCase = (file) => basename(file, '.ts').replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const isSource = (file) => !/\.test\.ts$|(^|\/)index\.ts$/.test(file);
const byName = (one, other) => (one < other ? -1 : 1);

/**
 * Writes a file unless it already has this content. After each write, the compiler rebuilds everything that depends on the file.
 */
function write(file, lines) {
  const text = `// Generated from the files it imports by scripts/lists.mjs.\n${lines.join('\n')}\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const sourcesIn = (folder, pattern) =>
  globSync(pattern, { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isSource)
    .sort(byName);

/**
 * Writes the list of a service's handlers.
 * @throws Error for a file in `rpc` that does not export a handler with the file's name
 */
function writeHandlers(source) {
  const files = sourcesIn(source, '{*/,}rpc/**/*.ts');
  const names = files.map((file) => {
    const name = camelCase(file);
    const exports = new RegExp(`^export (async )?function\\*? ${name}\\b|^export const ${name}\\b`, 'm');
    if (!exports.test(readFileSync(join(source, file), 'utf8')))
      throw new Error(`${file} must export ${name}.`);
    return name;
  });
  write(join(source, 'gen/handlers.ts'), [
    ...files.map((file, at) => `import { ${names[at]} } from '../${file}';`),
    '',
    '/** Every handler in `rpc`. The service compares them with its proto file. */',
    'export const handlersByName = {',
    ...names.toSorted(byName).map((name) => `  ${name},`),
    '} as const;',
  ]);
}

/**
 * Writes the lists of the gateway's routes by area, which is the first folder below `http`. A file belongs to the list if it exports a route
 * with the file's name.
 */
function writeRoutes(source) {
  const areaOf = (file) => file.split('/')[1];
  const files = sourcesIn(source, 'http/*/**/*.ts')
    .filter((file) =>
      new RegExp(`^export const ${camelCase(file)} = route\\(`, 'm').test(
        readFileSync(join(source, file), 'utf8'),
      ),
    )
    .sort((one, other) => byName(`${areaOf(one)}/${basename(one)}`, `${areaOf(other)}/${basename(other)}`));
  const areas = Map.groupBy(files, areaOf);
  write(join(source, 'gen/routes.ts'), [
    ...files.map((file) => `import { ${camelCase(file)} } from '../${file}';`),
    '',
    '/** Every route below `http`, by area. */',
    'export const routesByArea = {',
    ...[...areas].flatMap(([area, routes]) => [
      `  ${area}: [`,
      ...routes.map((file) => `    ${camelCase(file)},`),
      '  ],',
    ]),
    '} as const;',
  ]);
}

/**
 * Writes how the program `parley` loads the code of each service. Each import names its package, so that bundlers find it. The
 * compiler need not have compiled the services before.
 */
function writeServices(root) {
  const names = globSync('services/*/package.json', { cwd: root })
    .map((file) => basename(dirname(file)))
    .sort(byName);
  write(join(root, 'deploy/parley/src/gen/services.ts'), [
    '/** Loads the code of a service, by its name. */',
    'export const loaders: Readonly<Record<string, () => Promise<unknown>>> = {',
    ...names.flatMap((name) => ['  // @ts-ignore', `  '${name}': () => import('@parley/${name}'),`]),
    '};',
  ]);
}

/** Returns the name of a variable for the texts of a file, such as `deErrorsPeople` for `de/errors/people.json`. */
const textsName = (file) =>
  file.replace('.json', '').replace(/[^a-zA-Z0-9]+(.)/g, (_, letter) => letter.toUpperCase());

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'];
// The same rule as `isForms` of packages/texts/src/forms.ts, which is not compiled yet.
const isForms = (text) =>
  'select' in text || ('other' in text && Object.keys(text).every((form) => pluralForms.includes(form)));

/** Returns the type of an English text: a string, or a function of its parameters; of an object of texts, an object of types. */
function typeOfTexts(text) {
  if (typeof text === 'object' && !isForms(text)) {
    const members = Object.entries(text).map(([name, each]) => `readonly '${name}': ${typeOfTexts(each)}`);
    return `{ ${members.join('; ')} }`;
  }
  const names = new Set(
    Object.values(typeof text === 'string' ? [text] : text).flatMap((form) =>
      Array.from(form.matchAll(/\{(\w+)\}/g), ([, name]) => name),
    ),
  );
  if (typeof text === 'object') names.add(text.select ?? 'count');
  if (names.size === 0) return 'string';
  return `(parameters: { ${[...names].map((name) => `readonly ${name}: ${name === 'count' ? 'number' : 'TextParameter'}`).join('; ')} }) => string`;
}

/**
 * Writes the list of the server's texts, which are a folder of JSON files for each language, and the types that English gives them.
 * Errors are thrown with their English text, and tools are described in English where they are declared, so English has no files of them.
 */
function writeTexts(source) {
  const folder = join(source, 'texts');
  const files = globSync('**/*.json', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort(byName);
  const languages = [...new Set(files.map((file) => file.split('/')[0]))];
  const translations = languages.filter((language) => language !== 'en');
  const areaOf = (file) => basename(file, '.json');
  const filesOf = (language, inside) =>
    files.filter((file) => posix.dirname(file) === posix.join(language, inside));
  const joined = (language, inside) =>
    filesOf(language, inside)
      .map((file) => `...${textsName(file)}`)
      .join(', ');
  write(join(source, 'gen/texts.ts'), [
    "import type { TextParameter } from '../forms.ts';",
    ...files.map((file) => `import ${textsName(file)} from '../texts/${file}' with { type: 'json' };`),
    '',
    '/** The texts of each language, by area. */',
    'export const catalogues = {',
    ...languages.flatMap((language) => [
      `  '${language}': {`,
      ...filesOf(language, '').map((file) => `    '${areaOf(file)}': ${textsName(file)},`),
      '  },',
    ]),
    '} as const;',
    '',
    '/** Translations of errors, by their English texts. */',
    'export const errors = {',
    ...translations.map((language) => `  '${language}': { ${joined(language, 'errors')} },`),
    '} as const;',
    '',
    '/** Translations of what the catalogue of integrations says about tools, by their English texts. */',
    'export const tools = {',
    ...translations.map((language) => `  '${language}': { ${joined(language, 'tools')} },`),
    '} as const;',
    '',
    // The compiler does not notice that a JSON file has changed, so the names of errors are listed.
    '/** English texts of errors: the names of their German translations. */',
    'export type ErrorName =',
    ...filesOf('de', 'errors').flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))).map(
        (name) => `  | ${JSON.stringify(name)}`,
      ),
    ),
    ';',
    '',
    '/** Texts without parameters, and functions of the parameters that English texts name. */',
    'export type TextsByArea = {',
    ...filesOf('en', '').map(
      (file) =>
        `  readonly '${areaOf(file)}': ${typeOfTexts(JSON.parse(readFileSync(join(folder, file), 'utf8')))};`,
    ),
    '};',
  ]);
}

/** Writes how the web client loads the texts of each language besides English, which are a folder of JSON files. */
function writeTranslations(root) {
  const source = join(root, 'packages/web/src');
  const files = globSync('texts/*/*.json', { cwd: source })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('texts/en/'))
    .sort(byName);
  const languages = Map.groupBy(files, (file) => file.split('/')[1]);
  const importOf = (file) => `() => import('../${file}', { with: { type: 'json' } })`;
  write(join(source, 'gen/translations.ts'), [
    "import type { Text } from '@parley/texts/forms';",
    '',
    'export type Load = () => Promise<{ readonly default: Readonly<Record<string, Text>> }>;',
    '',
    'type Language = {',
    '  readonly common: Load;',
    '  readonly loadParts: () => Promise<{ readonly parts: Readonly<Record<string, Load>> }>;',
    '};',
    '',
    '/** By the language, what loads the common texts, and the list of what loads those of the other parts of the client. */',
    'export const translations: Readonly<Record<string, Language>> = {',
    ...[...languages.keys()].flatMap((language) => [
      `  '${language}': {`,
      `    common: ${importOf(`texts/${language}/common.json`)},`,
      `    loadParts: () => import('./translations-${language}.ts'),`,
      '  },',
    ]),
    '};',
  ]);
  for (const [language, texts] of languages)
    write(join(source, `gen/translations-${language}.ts`), [
      "import type { Load } from './translations.ts';",
      '',
      '/** Loads the texts of a part of the client, by the part. */',
      'export const parts: Readonly<Record<string, Load>> = {',
      ...texts
        .filter((file) => !file.endsWith('/common.json'))
        .map((file) => `  '${basename(file, '.json')}': ${importOf(file)},`),
      '};',
    ]);
}

/** Writes the list of integrations. A file in `catalogue` belongs to it if it exports a constant with the file's name. */
function writeCatalogue(source) {
  const files = sourcesIn(source, 'catalogue/*.ts').filter((file) =>
    new RegExp(`^export const ${camelCase(file)}\\b`, 'm').test(readFileSync(join(source, file), 'utf8')),
  );
  write(join(source, 'gen/catalogue.ts'), [
    ...files.map((file) => `import { ${camelCase(file)} } from '../${file}';`),
    '',
    '/** Every integration in `catalogue`. */',
    'export const catalogueByName = {',
    ...files.map((file) => `  ${camelCase(file)},`),
    '} as const;',
  ]);
}

/** Writes all lists. */
export function writeLists(root) {
  writeServices(root);
  writeTranslations(root);
  writeTexts(join(root, 'packages/texts/src'));
  for (const folder of globSync('services/*/src', { cwd: root })) {
    const source = join(root, folder);
    if (globSync('{*/,}rpc', { cwd: source }).length > 0) writeHandlers(source);
  }
  writeRoutes(join(root, 'services/gateway/src'));
  writeCatalogue(join(root, 'services/integrations/src'));
}
