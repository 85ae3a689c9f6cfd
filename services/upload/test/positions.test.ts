import { sql } from '@parley/db';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { storePositionsSetting } from '../src/db/image-positions.ts';
import { EditableBuffer, Work } from '../src/geotags/editable.ts';
import { removePositions } from '../src/geotags/remove-positions.ts';
import { readContent } from '../src/storage/content.ts';
import { box, jpeg, metadataOnly, photos, place, png, uint32, xmpPacket } from './photos.ts';
import { startTestUpload } from './support.ts';

const inMemory = (bytes: Buffer) => new EditableBuffer(bytes, new Work(bytes.length));

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const file = inMemory(bytes);
  expect(await removePositions(file)).toBeUndefined();
  return file.bytes;
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

describe.each(Object.entries(photos))('%s', (name, create) => {
  it('loses its positions, and keeps its size, pixels, orientation and other metadata', async () => {
    const before = await create();
    expect(before.includes(place)).toBe(true);
    const after = await cleaned(before);
    expect(after.includes(place)).toBe(false);
    expect(after.length).toBe(before.length);
    if (name.endsWith('.mov')) return expect(after.includes('Kept Maker')).toBe(true);
    expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
    const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()];
    expect([is.orientation, is.icc?.length]).toEqual([was.orientation, was.icc?.length]);
    if (was.exif) {
      expect(is.exif!.includes('Somebody')).toBe(true);
      expect(is.exif!.includes('2026:11:29')).toBe(true);
    }
    // Compressed XMP cannot be changed in its place, so that of PNG files is removed as a whole.
    if (was.xmp && name !== 'a.png') expect(is.xmp!.toString()).toContain('Kept Author');
  });

  it('does not change when it is cleaned again', async () => {
    const once = await cleaned(await create());
    const file = inMemory(once);
    await removePositions(file);
    expect(file.bytes.equals(once)).toBe(true);
  });

  it('is cleaned as far as possible when it is cut, and never fails', async () => {
    const whole = await create();
    for (let length = 0; length < whole.length; length += Math.max(1, Math.floor(whole.length / 150))) {
      await removePositions(inMemory(whole.subarray(0, length)));
    }
  });

  it('never fails, whatever bytes it has', async () => {
    const whole = await create();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        async (changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          const file = inMemory(bytes);
          await removePositions(file);
          expect(file.size).toBe(whole.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});

it.each(Object.entries(metadataOnly))('positions %s are removed, and nothing else', async (_name, create) => {
  const before = await create();
  expect(before.includes(place)).toBe(true);
  const after = await cleaned(before);
  expect(after.includes(place)).toBe(false);
  expect(after.length).toBe(before.length);
  for (const kept of ['Somebody', 'Kept Author', 'Kept Maker', 'pixels']) {
    expect(after.includes(kept)).toBe(before.includes(kept));
  }
});

describe('XMP', () => {
  const inPng = async (packet: string | Buffer) => {
    const text = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), Buffer.from(packet)]);
    const image = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const chunk = Buffer.concat([uint32(text.length), Buffer.from('iTXt'), text, uint32(0)]);
    return Buffer.concat([image.subarray(0, 33), chunk, image.subarray(33)]);
  };

  it.each([
    ['in an unusual encoding', Buffer.from(xmpPacket(`exif:GPSLatitude="${place}"`), 'utf16le')],
    ['without an end', xmpPacket('', `<exif:GPSLatitude>${place}`)],
    [
      'in a structure',
      xmpPacket(
        '',
        `<Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li Iptc4xmpExt:City="${place}"/></rdf:Bag></Iptc4xmpExt:LocationShown>`,
      ),
    ],
  ])('%s loses its positions', async (_name, packet) => {
    const after = await cleaned(await inPng(packet));
    expect(after.toString('latin1').replaceAll('\0', '')).not.toContain(place);
    expect(await sharp(after).metadata()).toMatchObject({ width: 1 });
  });

  it('without positions stays as it is', async () => {
    const before = await inPng(xmpPacket('photoshop:Headline="Estate"', '<dc:creator>Gpsy</dc:creator>'));
    expect((await cleaned(before)).equals(before)).toBe(true);
  });
});

it('leaves files of other formats as they are', async () => {
  for (const before of [
    Buffer.from(place),
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7 GPSLatitude'),
    box('free', Buffer.from(place)),
  ]) {
    expect((await cleaned(before)).equals(before)).toBe(true);
  }
});

describe.each(['directory', 'S3-compatible'] as const)('an upload to the %s store', (kind) => {
  it('is stored without positions, whatever its name and type, in parts of any size', async () => {
    await using test = await startTestUpload({ kind, maxFileBytes: 1_000_000, partBytes: 64 });
    for (const create of [jpeg, png, photos['motion.jpg']!]) {
      const before = await create();
      const { attachmentId } = await test.upload(1, before, 'photo.bin');
      const { contentId, sizeBytes } = await test.db.one<{ contentId: string; sizeBytes: number }>(sql`
        select content_id as "contentId", size_bytes as "sizeBytes" from attachments
         where attachment_id = ${attachmentId}`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of readContent(test.ctx, contentId, 0, sizeBytes)) chunks.push(chunk);
      const after = Buffer.concat(chunks);
      expect(after.equals(await cleaned(before))).toBe(true);
      expect(after.includes(place)).toBe(false);
    }
  });

  it('keeps its positions when the organization wants it so', async () => {
    await using test = await startTestUpload({ kind, maxFileBytes: 1_000_000 });
    await storePositionsSetting(test.db, false, { epoch: 'e', eventId: 2 });
    // An earlier announcement that is repeated changes nothing.
    await storePositionsSetting(test.db, true, { epoch: 'e', eventId: 1 });
    const before = await jpeg();
    await test.upload(1, before, 'photo.jpg');
    expect(await test.blobs()).toBe(1);
    await storePositionsSetting(test.db, true, { epoch: 'f', eventId: 1 });
    await test.upload(1, before, 'photo.jpg');
    // The replaced blob waits for the sweeper.
    expect(await test.blobs()).toBe(3);
  });
});
