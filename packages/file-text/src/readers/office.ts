import { Parser } from 'htmlparser2';
import type { TextSink } from '../text-sink.ts';
import { Unreadable } from '../types.ts';
import { decode } from './decode.ts';
import type { Zip } from './zip.ts';

/** Calls handlers for the elements of an XML document. Names have their prefix. */
function parseXml(
  bytes: Uint8Array,
  handlers: {
    open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
    text?: (text: string) => void;
    close?: (name: string) => void;
  },
): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handlers.open?.(name, attributes),
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => handlers.close?.(name),
    },
    { xmlMode: true },
  );
  parser.write(decode(bytes));
  parser.end();
}

/** Returns names that fit a pattern, in the order of the number in them. */
const numbered = (zip: Zip, pattern: RegExp): string[] =>
  zip.names
    .filter((name) => pattern.test(name))
    .sort((a, b) => Number(/\d+/.exec(a)?.[0] ?? 0) - Number(/\d+/.exec(b)?.[0] ?? 0) || (a < b ? -1 : 1));

/** Elements of Office Open XML that hold text, that separate words, and that end a line. */
const textElements = new Set(['w:t', 'w:delText', 'a:t', 't']);
const blankElements = new Set(['w:tab', 'w:br', 'w:cr', 'a:br', 'w:tc', 'a:tc']);
const lineElements = new Set(['w:p', 'a:p', 'si', 'text', 'p:txBody']);

function readRuns(bytes: Uint8Array, sink: TextSink): void {
  let depth = 0;
  parseXml(bytes, {
    open(name) {
      if (textElements.has(name)) depth++;
      if (blankElements.has(name)) sink.add(' ');
    },
    text(text) {
      if (depth > 0) sink.add(text);
    },
    close(name) {
      if (textElements.has(name)) depth--;
      if (lineElements.has(name)) sink.newLine();
    },
  });
}

async function readParts(zip: Zip, patterns: readonly RegExp[], sink: TextSink): Promise<void> {
  for (const pattern of patterns) {
    for (const name of numbered(zip, pattern)) {
      const bytes = await zip.read(name);
      if (bytes !== undefined) readRuns(bytes, sink);
    }
  }
}

export async function readDocx(zip: Zip, sink: TextSink): Promise<void> {
  if (!zip.names.includes('word/document.xml')) throw new Unreadable('broken');
  await readParts(
    zip,
    [
      /^word\/document\.xml$/,
      /^word\/(?:footnotes|endnotes)\.xml$/,
      /^word\/comments\.xml$/,
      /^word\/(?:header|footer)\d*\.xml$/,
    ],
    sink,
  );
}

export async function readPptx(zip: Zip, sink: TextSink): Promise<void> {
  await readParts(
    zip,
    [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/, /^ppt\/comments\/[^/]+\.xml$/],
    sink,
  );
}

/** Reads a workbook of Excel: the names of its sheets, and their cells row by row. */
export async function readXlsx(zip: Zip, sink: TextSink): Promise<void> {
  const strings = sharedStrings(await zip.read('xl/sharedStrings.xml'));
  const workbook = await zip.read('xl/workbook.xml');
  if (workbook === undefined) throw new Unreadable('broken');
  parseXml(workbook, {
    open(name, attributes) {
      if (name !== 'sheet') return;
      sink.add(attributes.name ?? '');
      sink.newLine();
    },
  });
  for (const name of numbered(zip, /^xl\/worksheets\/sheet\d+\.xml$/)) {
    const bytes = await zip.read(name);
    if (bytes !== undefined) readSheet(bytes, strings, sink);
  }
  await readParts(zip, [/^xl\/comments\d*\.xml$/], sink);
}

function sharedStrings(bytes: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  if (bytes === undefined) return strings;
  let text = '';
  let depth = 0;
  let phonetic = 0;
  parseXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') depth++;
      if (name === 'rPh') phonetic++;
    },
    text(part) {
      if (depth > 0 && phonetic === 0) text += part;
    },
    close(name) {
      if (name === 't') depth--;
      if (name === 'rPh') phonetic--;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

function readSheet(bytes: Uint8Array, strings: readonly string[], sink: TextSink): void {
  let isShared = false;
  let inside = '';
  parseXml(bytes, {
    open(name, attributes) {
      if (name === 'c') isShared = attributes.t === 's';
      if (name === 'v' || name === 't') inside = name;
    },
    text(text) {
      if (inside !== '') sink.add(inside === 'v' && isShared ? (strings[Number(text)] ?? '') : text);
    },
    close(name) {
      if (name === inside) inside = '';
      if (name === 'c') sink.add(' ');
      if (name === 'row') sink.newLine();
    },
  });
}

const openDocumentLines = new Set(['text:p', 'text:h', 'text:list-item', 'table:table-row', 'draw:page']);
const openDocumentBlanks = new Set(['text:s', 'text:tab', 'text:line-break', 'table:table-cell']);

export async function readOpenDocument(zip: Zip, sink: TextSink): Promise<void> {
  const manifest = await zip.read('META-INF/manifest.xml');
  if (manifest !== undefined && decode(manifest).includes('encryption-data'))
    throw new Unreadable('encrypted');
  const content = await zip.read('content.xml');
  if (content === undefined) throw new Unreadable('broken');
  let isBody = false;
  parseXml(content, {
    open(name, attributes) {
      if (name === 'office:body') isBody = true;
      if (name === 'table:table') sink.add(attributes['table:name'] ?? '');
      if (name === 'table:table') sink.newLine();
      if (openDocumentBlanks.has(name)) sink.add(' ');
    },
    text(text) {
      if (isBody) sink.add(text);
    },
    close(name) {
      if (openDocumentLines.has(name)) sink.newLine();
    },
  });
}
