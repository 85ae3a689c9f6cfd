import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { analysisVersion } from '@parley/search-text';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extractText } from './extract-text.ts';
import { readFile } from './read-file.ts';
import { defaultLimits, type FileText, type FileTextLimits, textVersion } from './types.ts';

const extract = (
  name: string,
  bytes: Uint8Array,
  limits: Partial<FileTextLimits> = {},
  type = 'application/octet-stream',
): Promise<FileText> => extractText(bytes, { name, type, limits });
const text = (lines: string): Omit<FileText, 'words'> => ({ status: 'text', text: lines, isCut: false });
const without = (status: FileText['status']): FileText => ({ status, text: '', isCut: false, words: '' });

const archive = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])));

/** Returns a PDF document with a line of text on each page. */
function pdf(pages: readonly string[], trailer = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, line] of pages.entries()) {
    const content = `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}
const encryption = `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`;

const docx = archive({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml':
    '<w:document><w:body><w:p><w:r><w:t>Budget &amp; plan</w:t></w:r><w:r><w:tab/><w:t xml:space="preserve">2026 </w:t></w:r></w:p><w:p><w:r><w:instrText>HIDDEN</w:instrText><w:t>Second</w:t></w:r></w:p></w:body></w:document>',
  'word/footnotes.xml': '<w:footnotes><w:p><w:t>A note</w:t></w:p></w:footnotes>',
  'word/comments.xml': '<w:comments><w:p><w:t>A comment</w:t></w:p></w:comments>',
  'word/header1.xml': '<w:hdr><w:p><w:t>A header</w:t></w:p></w:hdr>',
});
const xlsx = archive({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': '<workbook><sheets><sheet name="Costs"/></sheets></workbook>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Name</t></si><si><r><t>Sir</t></r><r><t>up</t></r><rPh><t>PHONETIC</t></rPh></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>12.5</v></c></row><row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>inline</t></is></c></row></sheetData></worksheet>',
});
const slide = (line: string): string =>
  `<p:sld><p:txBody><a:p><a:r><a:t>${line}</a:t></a:r></a:p></p:txBody></p:sld>`;
const pptx = archive({
  '[Content_Types].xml': '<Types/>',
  'ppt/presentation.xml': '<p:presentation/>',
  'ppt/slides/slide10.xml': slide('Tenth'),
  'ppt/slides/slide2.xml': slide('Second'),
  'ppt/notesSlides/notesSlide2.xml': slide('Notes'),
});
const openDocument = (body: string, manifest = '<manifest:manifest/>'): Uint8Array =>
  archive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': manifest,
    'content.xml': `<office:document-content><office:automatic-styles>STYLE</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  });
const mail = Buffer.from(
  [
    'From: =?utf-8?q?J=C3=B6rg?= <jo@example.com>',
    'To: team@example.com',
    'Subject: =?utf-8?B?UmVjaG51bmcgw7xiZXI=?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>Gr=FC=DFe</p><script>HIDDEN</script>',
    '--b',
    'Content-Type: application/pdf; name=bill.pdf',
    'Content-Disposition: attachment; filename=bill.pdf',
    '',
    'x',
    '--b--',
    '',
  ].join('\r\n'),
);
const compoundFile = (stream: string): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(500),
    Buffer.from(stream, 'utf16le'),
  ]);

const files: readonly [string, Buffer | Uint8Array, Omit<FileText, 'words'>][] = [
  ['report.pdf', pdf(['Hello page one', 'And page two']), text('Hello page one\nAnd page two')],
  ['secret.pdf', pdf(['Hello'], encryption), without('encrypted')],
  ['cut.pdf', Buffer.from('%PDF-1.4\nnothing'), without('broken')],
  ['renamed.pdf', Buffer.from('only text'), without('broken')],
  ['plan.docx', docx, text('Budget & plan 2026\nSecond\nA note\nA comment\nA header')],
  ['costs.xlsx', xlsx, text('Costs\nName 12.5\nSirup inline')],
  ['talk.pptx', pptx, text('Second\nTenth\nNotes')],
  ['cut.docx', docx.subarray(0, 200), without('broken')],
  ['secret.docx', compoundFile('EncryptedPackage'), without('encrypted')],
  ['old.doc', compoundFile('WordDocument'), without('unsupported')],
  [
    'letter.odt',
    openDocument('<text:p>Dear<text:s/>team</text:p><text:h>Title</text:h>'),
    text('Dear team\nTitle'),
  ],
  [
    'sheet.ods',
    openDocument(
      '<table:table table:name="Costs"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>',
    ),
    text('Costs\na\nb'),
  ],
  ['secret.odt', openDocument('', '<manifest:encryption-data/>'), without('encrypted')],
  ['notes.md', Buffer.from('# Title\n\n**bold** text'), text('# Title\n**bold** text')],
  ['main.rs', Buffer.from('fn main() {\n\tprintln!("hi");\n}'), text('fn main() {\nprintln!("hi");\n}')],
  ['table.csv', Buffer.from('Name;Größe\nA;1', 'latin1'), text('Name;Größe\nA;1')],
  ['utf16.csv', Buffer.from('\ufeffName;Größe', 'utf16le'), text('Name;Größe')],
  [
    'page.html',
    Buffer.from(
      '<title>T&eacute;l</title><style>HIDDEN</style><p>in<b>li</b>ne<p>next<img alt="a cat"><script>HIDDEN</script>',
    ),
    text('Tél\ninline\nnext\na cat'),
  ],
  [
    'old.html',
    Buffer.from('<meta charset="iso-8859-2"><p>Łódź', 'latin1').fill(
      Buffer.from([0xa3, 0xf3, 0x64, 0xbc]),
      30,
      34,
    ),
    text('Łódź'),
  ],
  ['mail.eml', mail, text('Rechnung über\nJörg jo@example.com\nteam@example.com\nGrüße\nbill.pdf')],
  ['empty.txt', Buffer.alloc(0), text('')],
  ['program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]), without('unsupported')],
  ['files.zip', archive({ 'a.txt': 'text' }), without('unsupported')],
];

describe('the text of', () => {
  // In this process. The next test and those of limits read in processes of their own.
  it.each(files)('%s', async (name, bytes, expected) => {
    const file = { name, type: 'application/octet-stream' };
    expect(await readFile(Buffer.from(bytes), file, defaultLimits)).toMatchObject(expected);
  });

  it.each(files.filter(([name]) => /^(?:report.pdf|secret.pdf|plan.docx|page.html|mail.eml)$/.test(name)))(
    '%s in a process without rights is the same',
    async (name, bytes, expected) => {
      expect(await extract(name, bytes)).toMatchObject(expected);
    },
  );

  it('a file comes with its words for a search, those of its name included', async () => {
    const { words } = await extract('Budget.txt', Buffer.from('two invoices'));
    expect(words.split(' ')).toEqual(expect.arrayContaining(["'budget':1", "'invoices':4", "'~invoic':4"]));
  });

  it('a file has words of a version that rises with the analysis', () => {
    // When this fails, raise `textVersion` and write the new pair here: otherwise words of stored texts stay as they are.
    expect([textVersion, analysisVersion]).toEqual([1, '3 (Unicode 17.0)']);
  });

  it('a short plain text is read without a process of its own', async () => {
    // A process could not even start in this time.
    expect(await extract('a.txt', Buffer.from('plain'), { maxMs: 1 })).toMatchObject(text('plain'));
    const long = Buffer.alloc(33 * 1024, 'long text ');
    await expect(extract('a.txt', long, { maxMs: 1 })).rejects.toThrow('took more than 1 ms');
    expect((await extract('a.txt', long)).words).toContain("'long':");
  });

  it('a picture is not read', async () => {
    expect(await extract('a.png', Buffer.from('text'), {}, 'image/png')).toEqual(without('unsupported'));
  });

  it('a path and a stream is the same', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'file-text-')), 'a.txt');
    writeFileSync(path, 'from a path');
    const options = { name: 'a.txt', type: 'text/plain' };
    expect(await extractText(path, options)).toMatchObject(text('from a path'));
    expect(
      await extractText(Readable.from([Buffer.from('in '), Buffer.from('parts')]), options),
    ).toMatchObject(text('in parts'));
    await expect(extractText(`${path}-missing`, options)).rejects.toThrow('ENOENT');
  });
});

describe('a limit', () => {
  it('of bytes ends reading', async () => {
    expect(await extract('a.txt', Buffer.alloc(2_000, 'x'), { maxBytes: 1_999 })).toEqual(
      without('too_large'),
    );
    expect((await extract('a.txt', Buffer.alloc(2_000, 'x'), { maxBytes: 2_000 })).status).toBe('text');
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536, 'x'));
      },
    });
    const result = await extractText(endless, {
      name: 'a.txt',
      type: 'text/plain',
      limits: { maxBytes: 1_000_000 },
    });
    expect(result).toEqual(without('too_large'));
    expect(endless.destroyed).toBe(true);
  });

  it('of text cuts it', async () => {
    expect(await extract('a.txt', Buffer.from('abcdef'), { maxText: 3 })).toMatchObject({
      status: 'text',
      text: 'abc',
      isCut: true,
    });
  });

  it('of expanded bytes stops an archive that grows', async () => {
    const bomb = archive({
      'word/document.xml': `<w:document><w:p><w:t>${' '.repeat(30_000_000)}</w:t></w:p></w:document>`,
    });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await extract('bomb.docx', bomb, { maxExpandedBytes: 10_000_000 })).toEqual(without('too_large'));
  });

  it('of processor time ends the process', async () => {
    const bytes = Buffer.alloc(2_000_000, 'some words ');
    expect(await extract('a.txt', bytes, { maxProcessorMs: 20 })).toEqual(without('too_large'));
  });

  it('of time altogether is a failure of the machine, not of the file', async () => {
    await expect(extract('a.html', Buffer.from('abc'), { maxMs: 1 })).rejects.toThrow('took more than 1 ms');
  });

  it('of memory ends the process', async () => {
    const result = await extract('a.txt', Buffer.alloc(40_000_000, 'x '), {
      maxMemory: 70 * 1024 * 1024,
      maxText: 40_000_000,
    });
    expect(result).toEqual(without('too_large'));
  });
});

it('any bytes of any name have a status, and never throw', async () => {
  const samples = [docx, xlsx, pptx, openDocument('<text:p>a</text:p>'), pdf(['a']), mail];
  const damaged = fc
    .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat())
    .map(([sample, changes, end]) => {
      const bytes = Buffer.from(sample);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes.subarray(0, end % 3 === 0 ? end % bytes.length : bytes.length);
    });
  const name = fc.constantFrom('a.pdf', 'a.docx', 'a.eml', 'a.html', 'a.txt', 'a');
  const limits = { ...defaultLimits, maxText: 10_000 };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(damaged, fc.uint8Array({ maxLength: 300 }).map(Buffer.from)),
      name,
      async (bytes, file) => {
        const result = await readFile(bytes, { name: file, type: '' }, limits);
        expect(['text', 'encrypted', 'broken', 'unsupported', 'too_large']).toContain(result.status);
        expect(result.text.isWellFormed()).toBe(true);
        expect(result.text).not.toContain('\0');
        if (result.status !== 'text') expect(result.text).toBe('');
      },
    ),
    { numRuns: 200 },
  );
});
