// `node scripts/count-code.mjs`: counts figures about this repository.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
/** Returns the paths of the repository's files that match, without generated files. */
const filesOf = (pattern) =>
  tracked.filter((file) => pattern.test(file) && !/(^|\/)(gen|generated)\//.test(file));
const text = (file) => readFileSync(join(root, file), 'utf8');
const linesOf = (file) => text(file).split('\n').length - 1;

const code = filesOf(/^(packages|services|deploy|test|scripts)\/.*\.(ts|mjs)$/);
const tests = code.filter((file) => /\.(test|e2e)\.ts$/.test(file));
const shipped = filesOf(/^(packages|services|deploy)\/[^/]+\/src\/.*\.ts$/).filter(
  (file) => !tests.includes(file),
);
const lengths = shipped.map(linesOf).toSorted((a, b) => a - b);

/**
 * Returns the files that a file imports directly or indirectly, within the same service or package, including the file itself.
 * Ignores type imports.
 */
function behind(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of text(file).matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';$/gms)) {
    behind(join(dirname(file), path), found);
  }
  return found;
}

const services = filesOf(/^services\/[^/]+\/src\/service\.ts$/).map(
  (file) => `${file.split('/')[1]} ${linesOf(file)}`,
);
const codes = new Set(text('packages/core/src/errors/errors.ts').match(/^ {2}[A-Z_]{4,}: /gm));
const inShipped = (pattern) => shipped.flatMap((file) => text(file).match(pattern) ?? []);

const figures = {
  'shipped source files': shipped.length,
  'lines in them': lengths.reduce((sum, each) => sum + each, 0),
  'median lines of a file': lengths[lengths.length >> 1],
  'lines of the longest file': lengths.at(-1),
  'lines of each service.ts': services.join(', '),
  'own files behind the handler of a send': behind('services/messaging/src/rpc/sending/send-message.ts').size,
  'codes in the error catalogue': codes.size,
  'test files': tests.length,
  migrations: filesOf(/^services\/[^/]+\/src\/db\/migrations\/.*\.sql$/).length,
  runbooks: filesOf(/^docs\/operations\/runbooks\/parley-.*\.md$/).length,
  'errors logged under a name that loses them': inShipped(/\.(?:warn|error|info)\(\{ error\b/g).length,
  'functions with six parameters or more': inShipped(
    /(?:function\*? \w+(?:<[^>]*>)?|(?:const|async) \w+ = (?:async )?)\((?:[^()]|\([^()]*\))*\)/g,
  ).filter((signature) => parametersOf(signature) >= 6).length,
  'calls that a caller marks as idempotent': inShipped(/\{ idempotent: true/g).length,
};

/** Returns the number of parameters in a function's signature, by counting the commas outside of brackets. */
function parametersOf(signature) {
  const list = signature.slice(signature.indexOf('(') + 1, -1);
  let depth = 0;
  let count = list.trim() === '' ? 0 : 1;
  for (const [at, letter] of [...list].entries()) {
    if ('([{<'.includes(letter)) depth++;
    else if (')]}'.includes(letter) || (letter === '>' && list[at - 1] !== '=')) depth--;
    else if (letter === ',' && depth === 0 && list.slice(at + 1).trim() !== '') count++;
  }
  return count;
}

for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name}: ${value}\n`);
