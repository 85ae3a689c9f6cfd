// `node scripts/yardsticks.mjs`: counts figures about the structure of the whole code, `.tsx` included, beside those of the last
// release: distributions, not only what is largest. CONTRIBUTING.md says how to read them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const root = join(import.meta.dirname, '..');
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 });

/** The areas that the figures are counted for. Each file belongs to the first one that matches its path. */
const areas = [
  ['web', /^packages\/web\/src\//],
  ['gateway', /^services\/gateway\/src\//],
  ['services', /^services\/[^/]+\/src\//],
  ['packages', /^packages\/[^/]+\/src\//],
  ['programs', /^deploy\/[^/]+\/src\//],
];
const isShipped = (path) =>
  areas.some(([, pattern]) => pattern.test(path)) &&
  /\.tsx?$/.test(path) &&
  !/\.(test|bench)\.tsx?$/.test(path) &&
  !/\/(gen|generated)\//.test(path);

/** Returns the texts of a commit's files by path; of the working tree without a commit. */
function textsOf(commit, wanted) {
  if (commit === undefined) {
    const paths = git('ls-files', '--cached', '--others', '--exclude-standard')
      .trim()
      .split('\n')
      .filter(wanted);
    return new Map([...new Set(paths)].map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  }
  const paths = git('ls-tree', '-r', '--name-only', commit).trim().split('\n').filter(wanted);
  const written = execFileSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: paths.map((path) => `${commit}:${path}\n`).join(''),
    maxBuffer: 1024 * 1024 * 1024,
  });
  const texts = new Map();
  let at = 0;
  for (const path of paths) {
    const end = written.indexOf(10, at);
    const size = Number(written.toString('utf8', at, end).split(' ')[2]);
    texts.set(path, written.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

/** Calls `visit` for each node of a syntax tree, parents first. */
function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
  } else if (typeof node?.type === 'string') {
    visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Returns what a file contains: its lines, the lengths of its functions, casts and comments. */
function measure(path, text) {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const lineOf = (offset) => {
    let [low, high] = [0, lineStarts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lineStarts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const found = { lines: lineStarts.length - 1, functions: [], casts: 0, nonNull: 0 };
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (functionTypes.has(node.type)) found.functions.push(lineOf(node.end - 1) - lineOf(node.start) + 1);
    else if (node.type === 'TSNonNullExpression') found.nonNull++;
    else if (
      node.type === 'TSAsExpression' &&
      text.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== 'const'
    )
      found.casts++;
  });
  const comments = text.split('\n').filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length;
  return { ...found, comments };
}

/** Returns the folders of a part that are in a circle of imports. Files beside the folders connect them, so they do not count. */
function circlesOf(texts, part) {
  const source = `${part}/src/`;
  const edges = new Map();
  for (const [path, text] of texts) {
    if (!path.startsWith(source)) continue;
    const from = path.slice(source.length).split('/')[0];
    if (from.includes('.')) continue;
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = posix.join(posix.dirname(path), specifier).slice(source.length).split('/')[0];
      if (to !== from && !to.includes('.')) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const reachable = (from) => {
    const seen = new Set();
    const waiting = [...(edges.get(from) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...(edges.get(next) ?? []));
    }
    return seen;
  };
  return [...edges.keys()].filter((folder) => reachable(folder).has(folder));
}

const duplicateLines = 6;

/** Returns the number of lines that are part of six or more equal lines in a row that also stand elsewhere. Imports do not count. */
function duplicatedLines(texts) {
  const windows = new Map();
  for (const [path, text] of texts) {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 2 && !/^(import|export) .* from |^(\/\/|\/\*|\*)/.test(line));
    for (let at = 0; at + duplicateLines <= lines.length; at++) {
      const key = lines.slice(at, at + duplicateLines).join('\n');
      windows.set(key, [...(windows.get(key) ?? []), `${path}:${at}`]);
    }
  }
  const duplicated = new Set();
  for (const places of windows.values()) {
    if (places.length < 2) continue;
    for (const place of places) {
      const [path, at] = place.split(':');
      for (let line = 0; line < duplicateLines; line++) duplicated.add(`${path}:${Number(at) + line}`);
    }
  }
  return duplicated.size;
}

/** Returns all figures of a tree, by name. */
function figuresOf(commit) {
  const texts = textsOf(commit, isShipped);
  const measured = [...texts].map(([path, text]) => ({ path, ...measure(path, text) }));
  const figures = {};
  const count = (name, files) => {
    const sum = (value) => files.reduce((total, file) => total + value(file), 0);
    const lines = sum((file) => file.lines);
    const functions = files.flatMap((file) => file.functions).toSorted((one, other) => one - other);
    const at = (part) => functions[Math.floor((functions.length - 1) * part)];
    const per1000 = (number) => ((number * 1_000) / lines).toFixed(1);
    figures[`${name}: lines`] = lines;
    figures[`${name}: lines of a function, median / 95 % / longest`] = `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
    figures[`${name}: functions over 40 lines per 1,000 lines`] = per1000(
      functions.filter((each) => each > 40).length,
    );
    figures[`${name}: functions over 100 lines`] = functions.filter((each) => each > 100).length;
    figures[`${name}: casts per 1,000 lines`] = per1000(sum((file) => file.casts));
    figures[`${name}: \`!\` per 1,000 lines`] = per1000(sum((file) => file.nonNull));
    figures[`${name}: comment lines`] = `${((sum((file) => file.comments) * 100) / lines).toFixed(1)} %`;
  };
  count('all', measured);
  const areaOf = (path) => areas.find(([, pattern]) => pattern.test(path))[0];
  for (const [name] of areas)
    count(
      name,
      measured.filter(({ path }) => areaOf(path) === name),
    );
  const lengths = measured.map(({ lines }) => lines).toSorted((one, other) => one - other);
  figures['lines of a file, median / 95 % / longest'] =
    `${lengths[lengths.length >> 1]} / ${lengths[Math.floor((lengths.length - 1) * 0.95)]} / ${lengths.at(-1)}`;
  const parts = [...new Set([...texts.keys()].map((path) => path.split('/').slice(0, 2).join('/')))];
  const circles = parts
    .map((part) => [part, circlesOf(texts, part)])
    .filter(([, folders]) => folders.length > 0);
  figures['folders in circles of imports'] =
    circles.map(([part, folders]) => `${part} ${folders.length}`).join(', ') || '0';
  figures['duplicated lines'] = duplicatedLines(texts);
  const words = (text) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  // All of it: pages of dated measurements and what programs generate, too.
  const pages = textsOf(commit, (path) => path.endsWith('.md'));
  figures['words of Markdown'] = [...pages.values()].reduce((sum, text) => sum + words(text), 0);
  return figures;
}

const release = JSON.parse(readFileSync(join(root, 'deploy/releases.json'), 'utf8')).at(-1);
const now = figuresOf(undefined);
const before = figuresOf(release.commit);
const width = Math.max(...Object.keys(now).map((name) => name.length));
process.stdout.write(`${''.padEnd(width)}  ${'now'.padEnd(16)}  ${release.version}\n`);
for (const [name, value] of Object.entries(now)) {
  process.stdout.write(`${name.padEnd(width)}  ${String(value).padEnd(16)}  ${before[name]}\n`);
}
