const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Length of HTML that is read at most. */
const maxLength = 50_000;

/** Returns the text of HTML that a tool sends. It need not be exact, because the text is shown as text. */
export function htmlText(html: string): string {
  const source = html.slice(0, maxLength);
  let out = '';
  let at = 0;
  let skipped = '';
  while (at < source.length) {
    const open = source.indexOf('<', at);
    const text = source.slice(at, open === -1 ? source.length : open);
    if (skipped === '') out += text;
    if (open === -1) break;
    const tag = /^<(\/?)([a-z][a-z\d]*)\b|^<!/i.exec(source.slice(open, open + 40));
    const close = tag === null ? -1 : source.indexOf('>', open);
    if (tag === null || close === -1) {
      if (skipped === '') out += '<';
      at = open + 1;
      continue;
    }
    const name = (tag[2] ?? '').toLowerCase();
    if (skipped !== '') {
      if (tag[1] === '/' && name === skipped) skipped = '';
    } else if (tag[1] !== '/' && (name === 'script' || name === 'style')) {
      skipped = name;
    } else if (name === 'br' || (tag[1] === '/' && /^(?:p|div|li|h[1-6]|tr|blockquote|pre)$/.test(name))) {
      out += '\n';
    } else if (name === 'li') {
      out += '- ';
    }
    at = close + 1;
  }
  return out
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
        ? String.fromCodePoint(point)
        : whole;
    })
    .trim();
}
