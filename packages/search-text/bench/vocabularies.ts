/**
 * Compares the stems of all words of Snowball's published vocabularies with those of Snowball's own implementation, and prints a table.
 * It fails when a stem differs. The words come from Debian's package `snowball-data`; the stems from the Python package `PyStemmer`, which
 * is Snowball's own code in C, because those of Debian's package are of an older version. It needs apt-get, dpkg-deb and python3 with pip.
 * The Arabic vocabulary has nine million words and comes last; with BENCH_WORDS, larger ones are left out, and with BENCH_LANGUAGES (`ar,de`) other
 * languages.
 *
 *     node --conditions=parley-source packages/search-text/bench/vocabularies.ts
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createStemmer, Languages } from 'multilingual-stemmer';
import { languageNames, stemmedLanguages } from '../src/analyzing/stems.ts';

const stemmerVersion = '3.1.0';
const mostWords = Number(process.env.BENCH_WORDS ?? Number.POSITIVE_INFINITY);
/** Words that are compared at once, so that nine million need little memory. */
const chunkWords = 500_000;
const chosen = process.env.BENCH_LANGUAGES?.split(',');
/** Differing words of a language that are printed. */
const maxShown = 5;

const folder = mkdtempSync(join(tmpdir(), 'snowball-'));
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

/** Returns the words of a vocabulary; undefined when Snowball has published none. */
function wordsOf(language: string): string[] | undefined {
  const file = join(folder, 'usr/share/snowball/data', language, 'voc.txt');
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : existsSync(`${file}.gz`)
      ? gunzipSync(readFileSync(`${file}.gz`)).toString('utf8')
      : undefined;
  return text?.split('\n').filter((word) => word !== '');
}

try {
  run('apt-get', 'download', 'snowball-data');
  run('dpkg-deb', '-x', readdirSync(folder).find((name) => name.endsWith('.deb'))!, folder);
  run(
    'python3',
    ...['-m', 'pip', 'install', '--quiet', '--target', join(folder, 'python')],
    `PyStemmer==${stemmerVersion}`,
  );
  writeFileSync(
    join(folder, 'stem.py'),
    'import sys\nsys.path.insert(0, "python")\nimport Stemmer\n' +
      'words = open(sys.argv[2], encoding="utf-8").read().split("\\n")\n' +
      // Without a cache, which costs more than it saves where every word is another one.
      'stems = Stemmer.Stemmer(sys.argv[1], 0).stemWords(words)\n' +
      'open(sys.argv[3], "w", encoding="utf-8").write("\\n".join(stems))\n',
  );
  let different = 0;
  const ordered = [...stemmedLanguages.filter((language) => language !== 'ar'), 'ar' as const].filter(
    (language) => chosen?.includes(language) ?? true,
  );
  for (const language of ordered) {
    const name = languageNames[language].toLowerCase();
    const words = wordsOf(name);
    if (words === undefined) {
      console.log(`${name.padEnd(14)} has no published vocabulary`);
      continue;
    }
    if (words.length > mostWords) {
      console.log(`${name.padEnd(14)} ${String(words.length).padStart(7)} words were left out`);
      continue;
    }
    const stem = createStemmer(Languages[languageNames[language]]);
    const wrong: string[] = [];
    for (let first = 0; first < words.length; first += chunkWords) {
      const some = words.slice(first, first + chunkWords);
      writeFileSync(join(folder, 'words'), some.join('\n'));
      run('python3', 'stem.py', name, 'words', 'stems');
      const expected = readFileSync(join(folder, 'stems'), 'utf8').split('\n');
      for (const [index, word] of some.entries()) {
        const found = stem(word);
        if (found !== expected[index]) wrong.push(`${word}: ${found}, not ${expected[index]}`);
      }
    }
    different += wrong.length;
    console.log(`${name.padEnd(14)} ${String(words.length).padStart(7)} words, ${wrong.length} differ`);
    for (const line of wrong.slice(0, maxShown)) console.log(`  ${line}`);
  }
  if (different > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
