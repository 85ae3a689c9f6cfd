import { lastItem } from '@parley/core';
import { type Editable, MalformedFile, maxMetadataBytes } from './editable.ts';
import { positionKey } from './movie.ts';

/** IDs of Matroska elements that matter here (RFC 9559, section 5). */
const id = {
  segment: 0x18538067,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  tagBinary: 0x4485,
} as const;
const containers: ReadonlySet<number> = new Set([id.segment, id.tags, id.tag, id.simpleTag]);

const maxDepth = 8;
/** Maximum number of elements within one element. A movie has one cluster for each few seconds. */
const maxElements = 100_000;

type Element = { id: number; start: number; end: number };

/** Removes positions from the tags of a Matroska or WebM file, as programs write them that convert movies of phones. */
export async function cleanMatroska(file: Editable): Promise<void> {
  await cleanWithin(file, { start: 0, end: file.size }, 0);
}

async function cleanWithin(
  file: Editable,
  within: Pick<Element, 'start' | 'end'>,
  depth: number,
): Promise<void> {
  if (depth > maxDepth) throw new MalformedFile('elements in too many elements');
  const elements = await elementsIn(file, within);
  for (const element of elements) {
    if (containers.has(element.id)) await cleanWithin(file, element, depth + 1);
  }
  const name = elements.find((element) => element.id === id.tagName);
  if (!name || !positionKey.test(await textOf(file, name))) return;
  for (const { id: kind, start, end } of elements) {
    if (kind !== id.tagString && kind !== id.tagBinary) continue;
    if (end - start > maxMetadataBytes) throw new MalformedFile(`a position of ${end - start} bytes`);
    file.write(start, Buffer.alloc(end - start));
  }
}

const textOf = async (file: Editable, { start, end }: Element): Promise<string> =>
  (await file.read(start, Math.min(end - start, 256))).toString('latin1');

/** Returns the elements in a range. One without a known size, as in recordings of live streams, extends to the end. */
async function elementsIn(
  file: Editable,
  { start, end }: Pick<Element, 'start' | 'end'>,
): Promise<Element[]> {
  const elements: Element[] = [];
  for (let at = start; at < end; at = lastItem(elements).end) {
    if (elements.length >= maxElements) throw new MalformedFile('too many elements');
    const head = await file.read(at, Math.min(12, end - at));
    const idBytes = Math.clz32(head.readUInt8()) - 23;
    const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
    if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > head.length) {
      throw new MalformedFile(`no element at ${at}`);
    }
    const size = sizeOf(head.subarray(idBytes, idBytes + sizeBytes));
    const from = at + idBytes + sizeBytes;
    elements.push({ id: head.readUIntBE(0, idBytes), start: from, end: Math.min(end, from + size) });
  }
  return elements;
}

/** Reads a size, whose first bit that is set tells its length; infinite when all others are set (RFC 8794, section 6). */
function sizeOf(bytes: Buffer): number {
  const bits = 7 * bytes.length;
  const value = BigInt.asUintN(bits, BigInt(`0x${bytes.toString('hex')}`));
  return value === BigInt.asUintN(bits, -1n) ? Number.POSITIVE_INFINITY : Number(value);
}
