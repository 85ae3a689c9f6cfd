import { itemAt } from '@parley/core';
import { type Box, boxesIn } from './boxes.ts';
import { type Editable, MalformedFile } from './editable.ts';

/** Formats of tracks with positions over time: of GoPro, of Google's cameras, and of DJI's drones. */
const positionTracks = new Set(['gpmd', 'camm', 'djmd', 'dbgi']);
/** Apple's format of timed metadata, which has positions only when its description names them. */
const appleMetadata = 'mebx';

const maxSamples = 500_000;
const maxSampleBytes = 1024 * 1024;

/** Zeroes the samples of a track that records positions over time. */
export async function cleanTrack(file: Editable, track: Box): Promise<void> {
  const table = await tableOf(file, track);
  const stsd = table?.find(({ type }) => type === 'stsd');
  if (!table || !stsd || !(await hasPositions(file, stsd))) return;
  const [sizes, chunks, offsets] = await Promise.all([
    sizesIn(file, table),
    chunksIn(file, table),
    offsetsIn(file, table),
  ]);
  let sample = 0;
  let run = 0;
  for (const [index, offset] of offsets.entries()) {
    let at = offset;
    // The runs of equal chunks are in the order of the chunks.
    while (run + 1 < chunks.length && itemAt(chunks, run + 1).first <= index + 1) run++;
    const { first, samples } = chunks[run] ?? { first: 1, samples: 0 };
    const inChunk = first <= index + 1 ? samples : 0;
    for (let count = 0; count < inChunk && sample < sizes.length; count++, sample++) {
      const size = itemAt(sizes, sample);
      if (size > maxSampleBytes) throw new MalformedFile(`a sample of ${size} bytes`);
      file.write(at, Buffer.alloc(size));
      at += size;
    }
  }
}

async function tableOf(file: Editable, track: Box): Promise<Box[] | undefined> {
  let within: Box | undefined = track;
  for (const type of ['mdia', 'minf', 'stbl']) {
    within = (await boxesIn(file, within.start, within.end)).find((box) => box.type === type);
    if (!within) return undefined;
  }
  return boxesIn(file, within.start, within.end);
}

async function hasPositions(file: Editable, { start, end }: Box): Promise<boolean> {
  for (const { type, start: at, end: stop } of await boxesIn(file, start + 8, end)) {
    if (positionTracks.has(type)) return true;
    if (type !== appleMetadata) continue;
    const description = await file.read(at, Math.min(stop - at, 65_536));
    if (/location/i.test(description.toString('latin1'))) return true;
  }
  return false;
}

/** Returns the content of a box of numbers after its version and flags; undefined without the box. */
async function numbersIn(file: Editable, table: readonly Box[], type: string): Promise<Buffer | undefined> {
  const box = table.find((each) => each.type === type);
  if (!box) return undefined;
  if (box.end - box.start > 8 * maxSamples + 16) throw new MalformedFile('too many samples');
  return file.read(box.start + 4, box.end - box.start - 4);
}

async function sizesIn(file: Editable, table: readonly Box[]): Promise<number[]> {
  const bytes = await numbersIn(file, table, 'stsz');
  if (!bytes) return [];
  const [same, count] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
  if (count > maxSamples) throw new MalformedFile('too many samples');
  return Array.from({ length: count }, (_, index) => same || bytes.readUInt32BE(8 + 4 * index));
}

async function chunksIn(
  file: Editable,
  table: readonly Box[],
): Promise<{ first: number; samples: number }[]> {
  const bytes = await numbersIn(file, table, 'stsc');
  if (!bytes) return [];
  const count = Math.min(bytes.readUInt32BE(0), Math.floor((bytes.length - 4) / 12));
  return Array.from({ length: count }, (_, index) => ({
    first: bytes.readUInt32BE(4 + 12 * index),
    samples: bytes.readUInt32BE(8 + 12 * index),
  }));
}

async function offsetsIn(file: Editable, table: readonly Box[]): Promise<number[]> {
  const short = await numbersIn(file, table, 'stco');
  const bytes = short ?? (await numbersIn(file, table, 'co64'));
  if (!bytes) return [];
  const size = short ? 4 : 8;
  const count = Math.min(bytes.readUInt32BE(0), Math.floor((bytes.length - 4) / size));
  return Array.from({ length: count }, (_, index) => {
    const at = 4 + size * index;
    return short ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
  });
}
