import sharp, { type Sharp } from 'sharp';

/** Files with positions, for tests. Each contains the words `here`, which no file may contain after cleaning. */

const pixels = (): Sharp =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: { r: 200, g: 30, b: 90 } } });

/** The text in which every position of these files is written. */
export const place = 'here-51.4778-0.0015';

const exif = {
  IFD0: { Make: 'Camera', Copyright: 'Somebody', Orientation: '6' },
  IFD2: { DateTimeOriginal: '2026:11:29 01:40:34' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 28/1 40/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 0/1 5/1',
    GPSAreaInformation: place,
    GPSMapDatum: place,
  },
};

export const xmpPacket = (attributes: string, elements = ''): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const xmp = xmpPacket(
  `exif:GPSLatitude="${place}" photoshop:City='${place}'`,
  `<exif:GPSLongitude>${place}</exif:GPSLongitude><dc:creator>Kept Author</dc:creator>`,
);

const withMetadata = (image: Sharp) => image.withExif(exif).withXmp(xmp).keepIccProfile();

/** Returns a JPEG file with Exif data, XMP and IPTC data. */
export async function jpeg(): Promise<Buffer> {
  const bytes = await withMetadata(pixels().jpeg()).toBuffer();
  const iptc = Buffer.concat([iptcText(5, 'Kept Title'), iptcText(90, place), iptcText(101, place)]);
  const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), uint32(iptc.length), iptc]);
  const data = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource]);
  return Buffer.concat([bytes.subarray(0, 2), segment(0xed, data), bytes.subarray(2)]);
}

export const png = () => withMetadata(pixels().png()).toBuffer();
const webp = () => withMetadata(pixels().webp({ lossless: true })).toBuffer();
const tiff = () => withMetadata(pixels().tiff()).toBuffer();
const avif = () => withMetadata(pixels().avif()).toBuffer();

/** Returns a GIF file with XMP, as its format stores it: followed by bytes that lead readers of blocks to the end. */
async function gif(): Promise<Buffer> {
  const bytes = await pixels().gif().toBuffer();
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  const extension = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from(`XMP DataXMP${xmp}`, 'latin1'),
    trailer,
  ]);
  const start = 13 + (bytes[10]! & 0x80 ? 3 * 2 ** ((bytes[10]! & 7) + 1) : 0);
  return Buffer.concat([bytes.subarray(0, start), extension, bytes.subarray(start)]);
}

/** Returns a movie with positions as phones and sport cameras write them: boxes, a named property, and a track. */
function movie(start: Buffer = Buffer.alloc(0)): Buffer {
  const samples = Buffer.from(place.repeat(2), 'latin1');
  const ftyp = box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1'));
  const mdat = box('mdat', samples);
  const at = start.length + ftyp.length + 8;
  const size = place.length;
  const table = box(
    'stbl',
    box('stsd', uint32(0), uint32(1), box('gpmd', Buffer.alloc(8))),
    box('stsc', uint32(0), uint32(1), uint32(1), uint32(2), uint32(1)),
    box('stsz', uint32(0), uint32(size), uint32(2)),
    box('stco', uint32(0), uint32(1), uint32(at)),
  );
  const keys = ['com.apple.quicktime.make', 'com.apple.quicktime.location.ISO6709'].map((name) =>
    box('mdta', Buffer.from(name, 'latin1')),
  );
  const value = (text: string) => box('data', uint32(1), uint32(0), Buffer.from(text, 'latin1'));
  const named = (index: number, text: string) => box(uint32(index).toString('latin1'), value(text));
  const meta = box(
    'meta',
    box('hdlr', Buffer.alloc(24)),
    box('keys', uint32(0), uint32(2), ...keys),
    box('ilst', named(1, 'Kept Maker'), named(2, place)),
  );
  const udta = box(
    'udta',
    box('\xa9xyz', Buffer.from(`\0\x0f\x15\xc7${place}`, 'latin1')),
    box('loci', Buffer.from(place)),
  );
  const uuid = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(xmp));
  return Buffer.concat([
    start,
    ftyp,
    mdat,
    box('moov', box('trak', box('mdia', box('minf', table))), meta, udta),
    uuid,
  ]);
}

/** Returns a JPEG file to which a phone appended a preview and a movie. */
const motionPhoto = async (): Promise<Buffer> =>
  Buffer.concat([await jpeg(), Buffer.from('padding'), await jpeg(), movie()]);

/** All files with positions, by their names. */
export const photos: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a.jpg': jpeg,
  'a.png': png,
  'a.webp': webp,
  'a.tiff': tiff,
  'a.avif': avif,
  'a.gif': gif,
  'a.mov': async () => movie(),
  'motion.jpg': motionPhoto,
};

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const iptcText = (set: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([0x1c, 2, set, 0, text.length]), Buffer.from(text, 'latin1')]);

function segment(marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([uint32(data.length + 8), Buffer.from(type, 'latin1'), data]);
}

/** Returns Exif data as a TIFF structure, with positions. */
const exifData = async (): Promise<Buffer> => {
  const { exif: bytes } = await sharp(await withMetadata(pixels().png()).toBuffer()).metadata();
  return bytes!.subarray(bytes!.indexOf('Exif\0\0') === 0 ? 6 : 0);
};

/** Returns Exif data with another number at their start, as raw images of some cameras have it. */
async function rawTiff(start: string): Promise<Buffer> {
  const bytes = Buffer.from(await exifData());
  bytes.write(start, 'latin1');
  return bytes;
}

/** Files without pixels, as far as their metadata go: raw images and formats that no library here can write. */
export const metadataOnly: Readonly<Record<string, () => Promise<Buffer>>> = {
  'of Olympus': () => rawTiff('IIRO'),
  'of Panasonic': () => rawTiff('IIU\0'),
  async 'of Fujifilm'() {
    const image = await jpeg();
    const head = Buffer.alloc(160);
    head.write('FUJIFILMCCD-RAW 0201', 'latin1');
    head.writeUInt32BE(head.length, 84);
    head.writeUInt32BE(image.length, 88);
    return Buffer.concat([head, image, Buffer.from('raw pixels')]);
  },
  async 'of Canon'() {
    const id = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');
    const exifBoxes = box('uuid', id, box('CMT1', await exifData()), box('CMT4', Buffer.from(place)));
    return Buffer.concat([box('ftyp', Buffer.from('crx \0\0\0\x01')), box('moov', exifBoxes)]);
  },
  async 'in JPEG XL'() {
    return Buffer.concat([
      box('JXL ', Buffer.from('\r\n\x87\n', 'latin1')),
      box('ftyp', Buffer.from('jxl \0\0\0\0jxl ')),
      box('Exif', uint32(0), await exifData()),
      box('xml ', Buffer.from(xmp)),
      box('brob', Buffer.from(`xml ${place}`)),
      box('jxlc', Buffer.from('pixels')),
    ]);
  },
  async 'in Matroska'() {
    const named = (name: string, text: string) =>
      element('67c8', element('45a3', Buffer.from(name)), element('4487', Buffer.from(text)));
    const tags = element('1254c367', element('7373', named('TITLE', 'Kept Maker'), named('LOCATION', place)));
    const cluster = element('1f43b675', Buffer.from('pixels'));
    return Buffer.concat([element('1a45dfa3', Buffer.from('webm')), element('18538067', cluster, tags)]);
  },
  'in a movie that begins with an empty box': async () => movie(box('free')),
};

/** Returns an element of a Matroska file. */
function element(id: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  const size = uint32(data.length);
  size[0]! |= 0x10;
  return Buffer.concat([Buffer.from(id, 'hex'), size, data]);
}
