import type { EditableBuffer } from './editable.ts';

/** XMP properties that say where a photo was taken or what place it shows, also those of drones and map programs. */
const positionName =
  'GPS\\w*|\\w*Latitude|\\w*Longitude|City|State|Country|CountryCode|CountryName|Sublocation|ProvinceState|WorldRegion|Location|LocationShown|LocationCreated|LocationId|LocationName';
const anyPosition = new RegExp(`[:<\\s](?:${positionName})[\\s=>/]`, 'i');
const attribute = new RegExp(`\\s[A-Za-z_][\\w.-]*:(?:${positionName})\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`, 'gi');
const startTag = new RegExp(`<([A-Za-z_][\\w.-]*:(?:${positionName}))(?:\\s[^<>]*)?>`, 'gi');

/** Beginning of a packet without properties. The rest is filled with blanks, which XML permits. */
const emptyPacket = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';

/** Blanks take their place. When positions remain, the whole packet becomes empty. */
export function cleanXmp(packet: EditableBuffer): void {
  const text = packet.bytes.toString('latin1');
  // In UTF-16 and UTF-32, zero bytes lie between the letters of names.
  if (!anyPosition.test(text.replaceAll('\0', ''))) return;
  const cleaned = withoutElements(text.replace(attribute, blanks));
  const isClean = !anyPosition.test(cleaned.replaceAll('\0', ''));
  packet.write(0, Buffer.from(isClean ? cleaned : empty(text.length), 'latin1'));
}

const blanks = (text: string): string => ' '.repeat(text.length);
const empty = (length: number): string =>
  length < emptyPacket.length ? ' '.repeat(length) : emptyPacket.padEnd(length);

/** Replaces elements whose names are positions, with everything in them, by blanks. Stops at an element without an end. */
function withoutElements(text: string): string {
  let result = '';
  let at = 0;
  startTag.lastIndex = 0;
  for (let match = startTag.exec(text); match; match = startTag.exec(text)) {
    const [tag, name] = match;
    let end = match.index + tag.length;
    if (!tag.endsWith('/>')) {
      const closing = text.indexOf(`</${name}`, end);
      const close = closing < 0 ? -1 : text.indexOf('>', closing);
      if (close < 0) break;
      end = close + 1;
    }
    result += text.slice(at, match.index) + ' '.repeat(end - match.index);
    at = end;
    startTag.lastIndex = end;
  }
  return result + text.slice(at);
}
