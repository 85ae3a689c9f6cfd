import { isOneOf } from '@parley/core';
import { EditableBuffer } from './editable.ts';
import { cleanXmp } from './xmp.ts';

/** IDs of Photoshop image resources with metadata. */
const resources = { iptc: 0x0404, exif: [0x0422, 0x0423], xmp: 0x0424 } as const;

/** Record 2 of IPTC-IIM: content location, city, sublocation, state, country. */
const placeSets = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Replaces the texts of places in IPTC-IIM data by blanks. */
export function cleanIptc(data: EditableBuffer): void {
  const { bytes } = data;
  let at = 0;
  while (at + 5 <= bytes.length && bytes[at] === 0x1c) {
    const [record, set] = [bytes.readUInt8(at + 1), bytes.readUInt8(at + 2)];
    let length = bytes.readUInt16BE(at + 3);
    at += 5;
    if (length >= 0x8000) {
      const size = length & 0x7fff;
      if (size > 4 || at + size > bytes.length) return;
      length = size === 0 ? 0 : bytes.readUIntBE(at, size);
      at += size;
    }
    if (at + length > bytes.length) return;
    if (record === 2 && placeSets.has(set) && length > 0) data.write(at, Buffer.alloc(length, ' '));
    at += length;
  }
}

/** Removes positions from Photoshop image resources, as JPEG and TIFF files contain them. `cleanExif` cleans Exif data in them. */
export async function cleanPhotoshop(
  data: EditableBuffer,
  cleanExif: (exif: EditableBuffer) => Promise<void>,
): Promise<void> {
  const { bytes } = data;
  let at = 0;
  while (at + 12 <= bytes.length && bytes.toString('latin1', at, at + 4) === '8BIM') {
    const id = bytes.readUInt16BE(at + 4);
    const nameLength = 1 + bytes.readUInt8(at + 6);
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > bytes.length) return;
    const length = bytes.readUInt32BE(sizeAt);
    const start = sizeAt + 4;
    if (start + length > bytes.length) return;
    const resource = new EditableBuffer(bytes.subarray(start, start + length), data.work);
    if (id === resources.iptc) cleanIptc(resource);
    else if (id === resources.xmp) cleanXmp(resource);
    else if (isOneOf(resources.exif, id)) await cleanExif(resource);
    if (resource.isChanged) data.write(start, resource.bytes);
    at = start + length + (length % 2);
  }
}
