import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type ArchiveRecord,
  defaultSourceLimits,
  type Finding,
  FormWriter,
  openSource,
  parleyReader,
  readJsonLines,
  SourceProblem,
} from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let number = 0;

function stored(name: string, bytes: Buffer): string {
  const path = join(folder, `${++number}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

type ZipEntry = { name: string; bytes: Buffer; size?: number; flags?: number; crc?: number };

/** Builds a zip archive. `size` and `crc` are what the directory says. */
function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, size = bytes.length, flags = 0, crc = crc32(bytes) } of entries) {
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(path.length, 28);
    central.writeUInt32LE(offset, 42);
    parts.push(local, path, packed);
    directory.push(central, path);
    offset += local.length + path.length + packed.length;
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function tar(entries: readonly { name: string; bytes: Buffer; type?: string }[]): Buffer {
  const blocks = entries.flatMap(({ name, bytes, type = '0' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(bytes.length.toString(8).padStart(11, '0'), 124);
    header.write(type, 156);
    header.write('ustar', 257);
    header.write('        ', 148);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const text = (value: string) => Buffer.from(value);

async function contents(path: string, entry: string): Promise<string> {
  await using files = await openSource(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.open(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function listed(
  path: string,
  limits = defaultSourceLimits,
): Promise<{ paths: string[]; findings: string[] }> {
  await using files = await openSource(path, { limits });
  return {
    paths: files
      .list()
      .map((each) => each.path)
      .toArray(),
    findings: files.findings.map(({ finding }) => finding).toSorted(),
  };
}

describe('archives', () => {
  const dangerous = ['../out', '/etc/passwd', 'a/../../out', 'C:\\windows', 'a\0b'];

  it.each([
    ['zip', (names: string[]) => zip(names.map((name) => ({ name, bytes: text(name) })))],
    ['tar', (names: string[]) => tar(names.map((name) => ({ name, bytes: text(name) })))],
    ['tar.gz', (names: string[]) => gzipSync(tar(names.map((name) => ({ name, bytes: text(name) }))))],
  ])('leave out paths that lead out, and files that come twice (%s)', async (kind, build) => {
    const names = kind === 'zip' ? dangerous : dangerous.filter((name) => !name.includes('\0'));
    const path = stored(`paths.${kind}`, build([...names, './b/./c.txt', 'd.txt', 'd.txt', '__MACOSX/x']));
    expect(await listed(path)).toEqual({
      paths: ['b/c.txt', 'd.txt'],
      findings: ['dangerous-path', 'duplicate-file'],
    });
    expect(await contents(path, 'd.txt')).toBe('d.txt');
  });

  it('never follow links', async () => {
    const inner = join(folder, `${++number}-links`);
    mkdirSync(inner);
    writeFileSync(join(inner, 'plain.txt'), 'plain');
    symlinkSync('/etc/passwd', join(inner, 'link.txt'));
    expect(await listed(inner)).toEqual({ paths: ['plain.txt'], findings: ['link-left-out'] });
    const path = stored('links.tar', tar([{ name: 'link', bytes: text(''), type: '2' }]));
    expect(await listed(path)).toEqual({ paths: [], findings: ['link-left-out'] });
  });

  it('leave out bombs and encrypted files', async () => {
    const limits = { ...defaultSourceLimits, freeBytes: 2 ** 20 };
    const bomb = Buffer.alloc(limits.freeBytes + 1);
    const path = stored(
      'bomb.zip',
      zip([
        { name: 'bomb', bytes: bomb },
        { name: 'locked', bytes: text('x'), flags: 1 },
        { name: 'fine', bytes: text('fine') },
      ]),
    );
    expect(await listed(path, limits)).toEqual({ paths: ['fine'], findings: ['encrypted-file', 'zip-bomb'] });
    const gz = stored('bomb.tar.gz', gzipSync(tar([{ name: 'bomb', bytes: bomb }])));
    await expect(openSource(gz, { limits })).rejects.toMatchObject({ finding: 'zip-bomb' });
  });

  it('are not believed about sizes and checksums', async () => {
    const path = stored(
      'lies.zip',
      zip([
        { name: 'longer', bytes: text('x'.repeat(1_000)), size: 10 },
        { name: 'changed', bytes: text('changed'), crc: 1 },
      ]),
    );
    for (const name of ['longer', 'changed']) {
      await expect(contents(path, name)).rejects.toMatchObject({ finding: 'broken-archive', where: name });
    }
  });

  it('are refused or read in part wherever they end or change', async () => {
    const whole = [
      zip([
        { name: 'a.txt', bytes: text('first'.repeat(50)) },
        { name: 'b.txt', bytes: text('second'.repeat(50)) },
      ]),
      tar([{ name: 'a.txt', bytes: text('first') }]),
    ];
    for (const bytes of whole) {
      for (let at = 0; at < bytes.length; at += 13) {
        const changed = Buffer.from(bytes);
        changed[at] = changed[at]! ^ 0xff;
        for (const broken of [bytes.subarray(0, at), changed]) {
          const path = join(folder, 'fuzzed');
          writeFileSync(path, broken);
          try {
            await using files = await openSource(path);
            for (const each of files.list()) for await (const _ of files.open(each.path));
          } catch (error) {
            expect(error).toBeInstanceOf(SourceProblem);
          }
        }
      }
    }
  });
});

it('lines that are broken or in another encoding are findings, and the others are read', async () => {
  const lines = Buffer.concat([
    text('{"a":1}\n\n{"a":\n'),
    Buffer.from([0x22, 0xff, 0x22, 10]),
    text(`${'{"a":['.repeat(100_000)}1${']}'.repeat(100_000)}\n`),
    text(`{"a":"${'['.repeat(200)}\\""}\n`),
    text('{"a":2}'),
  ]);
  const path = stored('lines.jsonl', lines);
  await using files = await openSource(path);
  const [entry] = files.list();
  const found: unknown[] = [];
  for await (const line of readJsonLines(files, entry!.path))
    found.push('kind' in line ? line.finding : line.value);
  const brackets = { a: `${'['.repeat(200)}"` };
  expect(found).toEqual([{ a: 1 }, 'broken-line', 'wrong-encoding', 'broken-line', brackets, { a: 2 }]);
});

describe('the form', () => {
  const records: ArchiveRecord[] = [
    { kind: 'organization', name: 'Test', urls: ['https://test.example'] },
    { kind: 'person', key: '1', name: 'Ada' },
    {
      kind: 'message',
      key: 'm',
      place: { people: ['1'] },
      sender: '1',
      time: 1,
      content: ['x', { ref: 'person', key: '1' }],
    },
  ];

  function written(change: (files: Map<string, Buffer>) => void = () => undefined): string {
    const writer = new FormWriter();
    const facts = { created: 1, source: 'https://test.example', program: 'test' };
    const entries = [...records.flatMap((record) => writer.add(record)), ...writer.finish(facts)];
    const files = new Map(entries.map(({ path, bytes }) => [path, bytes]));
    change(files);
    const root = join(folder, `${++number}-form`);
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    return root;
  }

  async function read(path: string): Promise<{ records: ArchiveRecord[]; findings: string[] }> {
    await using files = await openSource(path);
    expect(await parleyReader.detect(files)).toBe(1);
    const items: (ArchiveRecord | Finding)[] = [];
    const options = { maxContentLength: 10_000, maxTopicLength: 60 };
    for await (const item of parleyReader.read(files, options)) items.push(item);
    return {
      records: items
        .filter((item) => item.kind !== 'finding')
        .map(({ where: _, ...record }) => record as ArchiveRecord),
      findings: items.flatMap((item) => (item.kind === 'finding' ? [item.finding] : [])),
    };
  }

  it('is read as it was written', async () => {
    expect(await read(written())).toEqual({ records, findings: [] });
  });

  it('says what is missing, changed or unknown, and gives the rest', async () => {
    const path = written((files) => {
      files.delete('records/messages-000001.jsonl');
      files.set(
        'records/people-000001.jsonl',
        text('{"kind":"person","key":"1","name":"Eve"}\n{"kind":"person"}\n'),
      );
      files.set('records/groups-000001.jsonl', text(''));
    });
    const { findings } = await read(path);
    expect(findings.toSorted()).toEqual([
      'broken-line',
      'missing-file',
      'unlisted-file',
      'wrong-checksum',
      'wrong-count',
    ]);
  });

  it('is refused when a newer release has written it', async () => {
    const path = written((files) => {
      const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Record<string, unknown>;
      files.set('manifest.json', text(JSON.stringify({ ...manifest, version: 2 })));
    });
    await expect(read(path)).rejects.toMatchObject({ finding: 'newer-version' });
  });
});
