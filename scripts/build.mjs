// Builds everything that has changed: code from the .proto files, JavaScript from TypeScript, copies of other files in `src`
// folders (SQL migrations, templates), and then the web client. Without changes it takes a fraction of a second.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { withBrandedIds } from './brand-ids.mjs';
import { writeLists } from './lists.mjs';

const root = join(import.meta.dirname, '..');
const binaries = join(root, 'node_modules/.bin');
const compiled = /\.(js|js\.map|d\.ts|d\.ts\.map)$|^\.tsbuildinfo$/;

/**
 * Runs a program to its end. When the program fails, this script exits with code 1.
 * @returns its standard output if `output` is 'pipe'
 */
function run(program, args, output = 'inherit') {
  const env = { ...process.env, PATH: `${binaries}:${process.env.PATH}` };
  const stdio = ['inherit', output, 'inherit'];
  const options = { cwd: root, env, stdio, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { status, error, stdout } = spawnSync(resolve(binaries, program), args, options);
  if (error) process.stderr.write(`${program} could not be run: ${error.message}\n`);
  if (status !== 0) process.exit(1);
  return stdout;
}

/** Generates code from the .proto files if they or their generator have changed. */
function generate() {
  const hash = createHash('sha256');
  for (const file of [
    ...filesUnder(join(root, 'proto')),
    join(root, 'buf.gen.yaml'),
    import.meta.filename,
    join(root, 'scripts/brand-ids.mjs'),
    join(root, 'buf.gen.log.yaml'),
    join(root, 'pnpm-lock.yaml'),
  ]) {
    hash.update(relative(root, file)).update(readFileSync(file));
  }
  const stamp = hash.digest('hex');
  const generated = join(root, 'packages/proto/src/gen');
  const stampFile = join(root, 'packages/proto/dist/.generated-from');
  if (existsSync(generated) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  run('buf', ['generate']);
  writeFileSync(join(generated, 'parley/idempotency.ts'), idempotencyModule());
  run('buf', ['generate', '--template', 'buf.gen.log.yaml']);
  const ids = join(root, 'packages/proto/src/ids.ts');
  for (const file of filesUnder(generated)) {
    writeFileSync(file, withBrandedIds(readFileSync(file, 'utf8'), relative(dirname(file), ids)));
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/**
 * Returns the source of a module that lists the methods with an `idempotency_level` in the .proto files. The generated
 * definitions lack this option.
 */
function idempotencyModule() {
  const image = JSON.parse(run('buf', ['build', '-o', '-#format=json'], 'pipe'));
  const pathsWith = (...levels) =>
    image.file
      .filter((file) => file.package?.startsWith('parley.'))
      .flatMap((file) =>
        (file.service ?? []).flatMap((service) =>
          service.method
            .filter((method) => levels.includes(method.options?.idempotencyLevel))
            .map((method) => `/${file.package}.${service.name}/${method.name}`),
        ),
      )
      .sort();
  // A field of a map is narrow if its values are. Names in JavaScript are those of ts-proto.
  const wide = new Set([
    'TYPE_INT64',
    'TYPE_UINT64',
    'TYPE_SINT64',
    'TYPE_DOUBLE',
    'TYPE_STRING',
    'TYPE_BYTES',
    'TYPE_BOOL',
    'TYPE_MESSAGE',
  ]);
  const narrow = new Set();
  const visit = (message) => {
    for (const field of message.field ?? []) {
      const entry = (message.nestedType ?? []).find(
        ({ name, options }) => options?.mapEntry && field.typeName?.endsWith(`.${message.name}.${name}`),
      );
      const type = entry?.field.find(({ name }) => name === 'value').type ?? field.type;
      if (!wide.has(type)) narrow.add(field.name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase()));
    }
    for (const nested of message.nestedType ?? []) if (!nested.options?.mapEntry) visit(nested);
  };
  for (const file of image.file) for (const message of file.messageType ?? []) visit(message);
  const list = (...levels) => `new Set(${JSON.stringify(pathsWith(...levels), null, 2)})`;
  return `// Generated from the .proto files by scripts/build.mjs.
// Paths of the methods that may be called twice: they only read, or repeating them changes nothing more.
${'export'} const idempotentMethods: ReadonlySet<string> = ${list('NO_SIDE_EFFECTS', 'IDEMPOTENT')};
// Names of the fields of any message that hold fewer than 64 bits.
${'export'} const narrowFields: ReadonlySet<string> = new Set(${JSON.stringify([...narrow].sort(), null, 2)});
// Paths of the methods that only read.
${'export'} const readMethods: ReadonlySet<string> = ${list('NO_SIDE_EFFECTS')};
`;
}

/** Makes the files in `dist` that are not code equal to those in `src`. Deletes files that no longer exist in `src`. */
function copyAssets(folder) {
  const [src, dist] = [join(folder, 'src'), join(folder, 'dist')];
  const wanted = new Set(
    filesUnder(src)
      .map((file) => relative(src, file))
      .filter((name) => !/\.[mc]?ts$/.test(name)),
  );
  for (const name of wanted) {
    const [from, to] = [join(src, name), join(dist, name)];
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  for (const file of filesUnder(dist)) {
    const name = relative(dist, file);
    if (!wanted.has(name) && !compiled.test(name) && !name.startsWith('.')) rmSync(file);
  }
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** Builds the web client if any of its inputs has changed, and compresses its files for the gateway. */
function buildWebClient() {
  const folder = join(root, 'packages/web');
  if (!existsSync(folder)) return;
  const hash = createHash('sha256');
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
    name.startsWith('@parley/'),
  );
  const inputs = [
    ...filesUnder(join(folder, 'src')),
    ...own.flatMap((name) => filesUnder(join(root, name.replace('@parley', 'packages'), 'src'))),
    ...['index.html', 'package.json', 'vite.config.ts'].map((name) => join(folder, name)),
    join(root, 'pnpm-lock.yaml'),
  ].filter((file) => !file.endsWith('.test.ts'));
  for (const file of inputs) hash.update(relative(root, file)).update(readFileSync(file));
  const stamp = hash.digest('hex');
  const stampFile = join(folder, 'dist/.built-from');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(stampFile, { force: true });
  run(join(folder, 'node_modules/.bin/vite'), ['build', folder, '--config', join(folder, 'vite.config.ts')]);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for (const file of filesUnder(join(folder, 'dist/site/assets'))) {
    if (!['.css', '.js', '.svg'].includes(extname(file))) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, brotli));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
  writeFileSync(stampFile, stamp);
}

generate();
writeLists(root);
const projects = globSync('{packages,services,deploy,test}/*/tsconfig.json', { cwd: root });
run('tsc', ['-b', ...projects]);
for (const project of projects) {
  const folder = join(root, dirname(project));
  // The web client's other files are part of its bundle, so they are not copied.
  if (!folder.endsWith('packages/web')) copyAssets(folder);
}
buildWebClient();
