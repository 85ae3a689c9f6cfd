import { createHash } from 'node:crypto';
import { formVersion, kindOfPath, type Manifest, manifestPath, recordStems } from './layout.ts';
import { readJsonLines } from './lines.ts';
import type { ArchiveRecord, Finding, SourceFiles, SourceReader } from './records.ts';
import { SourceProblem } from './records.ts';
import { manifestSchema, parseRecord } from './schema.ts';

/** Maximum size of a manifest in bytes. */
const maxManifest = 16 * 2 ** 20;

/** Returns the folder within a source in which the archive lies (`''`, or `some-folder/`); undefined for another source. */
function rootOf(files: SourceFiles): string | undefined {
  if (files.has(manifestPath)) return '';
  const [only, ...others] = files
    .list()
    .filter(({ path }) => path.endsWith(`/${manifestPath}`) && path.split('/').length === 2)
    .take(2);
  return only && others.length === 0 ? only.path.slice(0, -manifestPath.length) : undefined;
}

async function readManifest(files: SourceFiles, root: string): Promise<Manifest> {
  const path = `${root}${manifestPath}`;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of files.open(path)) {
    size += chunk.length;
    if (size > maxManifest) throw new SourceProblem('broken-manifest', path, 'The manifest is too large.');
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new SourceProblem(
      'broken-manifest',
      path,
      'The manifest is no JSON: the archive is damaged or incomplete.',
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success)
    throw new SourceProblem('broken-manifest', path, 'This is no manifest of an organization.');
  if (parsed.data.version > formVersion) {
    throw new SourceProblem(
      'newer-version',
      path,
      'The archive was written by a newer release. Upgrade Parley first.',
    );
  }
  return parsed.data as Manifest;
}

/** The files of an archive as if they lay at the root, with checksums while they are read. */
function withSums(files: SourceFiles, root: string) {
  const sums = new Map<string, { sha256: string; size: number }>();
  const view: SourceFiles = {
    ...files,
    has: (path) => files.has(`${root}${path}`),
    async *open(path) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of files.open(`${root}${path}`)) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
      sums.set(path, { sha256: hash.digest('hex'), size });
    },
  };
  return { view, sums };
}

/** Reads archives in Parley's own form (docs/operations/archive-form.md). */
export const parleyReader: SourceReader = {
  name: 'parley',
  async detect(files) {
    const root = rootOf(files);
    if (root === undefined) return 0;
    try {
      await readManifest(files, root);
      return 1;
    } catch (error) {
      return error instanceof SourceProblem && error.finding === 'newer-version' ? 1 : 0;
    }
  },
  async *read(files) {
    const root = rootOf(files);
    if (root === undefined)
      throw new SourceProblem('broken-manifest', manifestPath, 'The archive has no manifest.');
    const manifest = await readManifest(files, root);
    const { view, sums } = withSums(files, root);
    const paths = files
      .list()
      .filter(({ path }) => path.startsWith(root))
      .map(({ path }) => path.slice(root.length))
      .filter((path) => kindOfPath(path) !== undefined)
      .toArray();
    const counts = new Map<string, number>();
    for (const { kind } of recordStems) {
      for (const path of paths.filter((each) => kindOfPath(each) === kind)) {
        for await (const line of readJsonLines(view, path)) {
          if ('kind' in line) {
            yield line;
            continue;
          }
          const { record, problem } = parseRecord(kind, line.value);
          if (!record) {
            yield { kind: 'finding', finding: 'broken-line', where: line.where, example: problem };
            continue;
          }
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
          const isMessage = kind === 'message';
          yield inRoot(isMessage ? record : { ...record, where: line.where }, root);
        }
        yield* compare(path, manifest, sums.get(path));
      }
    }
    for (const path of Object.keys(manifest.checksums)) {
      if (!view.has(path))
        yield finding('missing-file', path, 'The manifest names a file that is not there.');
    }
    for (const [kind, count] of Object.entries(manifest.counts)) {
      const read = counts.get(kind) ?? 0;
      if (read !== count) {
        yield finding(
          'wrong-count',
          manifestPath,
          `The manifest tells of ${count} records "${kind}", ${read} were read.`,
        );
      }
    }
  },
};

/** Returns a record whose path is one of the source, not of the folder within. */
const inRoot = (record: ArchiveRecord, root: string): ArchiveRecord =>
  record.kind === 'file' && record.path !== undefined && root !== ''
    ? { ...record, path: `${root}${record.path}` }
    : record;

function* compare(
  path: string,
  { checksums }: Manifest,
  read: { sha256: string; size: number } | undefined,
): Generator<Finding> {
  const told = checksums[path];
  if (!told) yield finding('unlisted-file', path, 'The manifest does not name this file.');
  else if (!read || told.sha256 !== read.sha256) {
    yield finding('wrong-checksum', path, 'The file is not the one that was exported: its checksum differs.');
  }
}

const finding = (name: string, where: string, example: string): Finding => ({
  kind: 'finding',
  finding: name,
  where,
  example,
});
