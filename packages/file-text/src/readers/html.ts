import { Parser } from 'htmlparser2';
import type { TextSink } from '../text-sink.ts';
import { decode } from './decode.ts';

const hidden = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'object']);
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const declaredCharset = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{1,40})/i;

/** Reads what a browser shows of an HTML page, with its title and the texts that replace its images. */
export function readHtml(html: string, sink: TextSink): void {
  let hiddenDepth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (hidden.has(name)) hiddenDepth++;
        if (!inline.has(name)) sink.newLine();
        if (name === 'td' || name === 'th') sink.add(' ');
        if (name === 'img' && attributes.alt !== undefined) sink.add(` ${attributes.alt} `);
      },
      ontext(text) {
        if (hiddenDepth === 0) sink.add(text);
      },
      onclosetag(name) {
        if (hidden.has(name) && hiddenDepth > 0) hiddenDepth--;
        if (!inline.has(name)) sink.newLine();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
}

export function readHtmlBytes(bytes: Uint8Array, sink: TextSink): void {
  const start = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  readHtml(decode(bytes, declaredCharset.exec(start)?.[1]), sink);
}
