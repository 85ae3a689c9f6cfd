import { describe, expect, it } from 'vitest';
import { choosePasted, linkOfPasted, type PastedData, parseCells } from './pasted.ts';

const excel = (rows: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=Generator content="Microsoft Excel 15"><style><!--table {mso-displayed-decimal-separator:"\\.";}--></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 style='width:96pt'><!--StartFragment--><col width=64 span=2>
${rows}<!--EndFragment--></table></body></html>`;
const sheets = (rows: string) =>
  `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" dir="ltr"><colgroup><col width="100"/></colgroup><tbody>${rows}</tbody></table>`;
const office = (rows: string) =>
  `<!DOCTYPE html><html><head><title></title><meta name="generator" content="LibreOffice 7.4"/><style type="text/css">body { font-family:"Liberation Sans" }</style></head><body><table cellspacing="0" border="0">${rows}</table></body></html>`;
const cells = '<tr><td>Name</td><td>Sum</td></tr><tr><td>Tea</td><td>3</td></tr>';

/** Each kind of HTML that programs put into the clipboard, with what a person sees of it. */
const htmls = [
  { html: '', shows: 'nothing' },
  { html: excel(cells), shows: 'cells' },
  { html: sheets(cells), shows: 'cells' },
  { html: office(cells), shows: 'cells' },
  {
    html: '<html><head><style>p.MsoNormal {margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal><b>Dear</b> team<o:p></o:p></p><!--EndFragment--></body></html>',
    shows: 'words',
  },
  { html: `<p>See the table</p>${office(cells)}`, shows: 'words' },
  { html: '<p>Before <img src="file:///C:/clip_image001.png"> after</p>', shows: 'words' },
  { html: '<meta charset="utf-8"><img src="https://example.com/cat.png" alt="A cat"/>', shows: 'picture' },
  { html: '<a href="https://example.com"><img src="https://example.com/cat.png"></a>', shows: 'picture' },
  {
    html: '<html><head><xml><w:View>Normal</w:View></xml></head><body><p class=MsoNormal><img src="file:///C:/clip.png"><o:p>&nbsp;</o:p></p></body></html>',
    shows: 'picture',
  },
] as const;

const texts = [
  { text: '', says: 'nothing' },
  { text: 'Name\tSum\r\nTea\t3\r\n', says: 'cells' },
  { text: 'Dear team, it is done.', says: 'words' },
  { text: 'Shopping:\nhttps://example.com/list', says: 'words' },
  { text: 'cat.png', says: 'name' },
  { text: '/home/jane/cat.png\n/home/jane/list.pdf', says: 'name' },
  { text: 'file:///home/jane/cat%20of%20jane.png', says: 'name' },
  { text: 'https://example.com/cat.png', says: 'name' },
] as const;

const png = (name: string) => ({ name, type: 'image/png' });
const pdf = { name: 'list.pdf', type: 'application/pdf' };
const fileLists = [
  { files: [], are: 'none' },
  { files: [png('image.png')], are: 'pictures' },
  { files: [png('cat.png'), png('list.pdf')], are: 'pictures' },
  { files: [pdf], are: 'others' },
  { files: [png('cat.png'), pdf], are: 'others' },
] as const;

type Case = {
  readonly data: PastedData;
  readonly shows: (typeof htmls)[number]['shows'];
  readonly says: (typeof texts)[number]['says'];
  readonly are: (typeof fileLists)[number]['are'];
};
const cases: Case[] = htmls.flatMap(({ html, shows }) =>
  texts.flatMap(({ text, says }) =>
    fileLists.map(({ files, are }) => ({ data: { html, text, files }, shows, says, are })),
  ),
);

/** Returns whether `name` of file managers belongs to one of the files: `image.png` is the name that browsers make up. */
const isNamed = ({ data }: Case) =>
  !data.files.some(({ name }) => name === 'image.png') || /:\/\//.test(data.text);

describe('of all that a clipboard can contain together', () => {
  const kindsOf = (wanted: (each: Case) => boolean) => {
    const chosen = cases.filter(wanted);
    expect(chosen.length).toBeGreaterThan(0);
    return new Set(chosen.map(({ data }) => choosePasted(data).kind));
  };

  it('something is always inserted', () => {
    for (const { data } of cases) {
      const { kind } = choosePasted(data);
      if (kind === 'files') expect(data.files).not.toEqual([]);
      else expect([data.text === '', data.files.length > 0], JSON.stringify(data)).not.toEqual([true, true]);
    }
  });

  it('files that are no pictures are uploaded', () => {
    expect(kindsOf(({ are }) => are === 'others')).toEqual(new Set(['files']));
  });

  it('text is inserted instead of a picture of it', () => {
    const kinds = kindsOf(
      ({ are, says, shows }) =>
        are === 'pictures' && says !== 'nothing' && (shows === 'cells' || shows === 'words'),
    );
    expect(kinds).toEqual(new Set(['text', 'table']));
    expect(
      kindsOf((each) => each.are === 'pictures' && each.shows === 'nothing' && each.says === 'words'),
    ).toEqual(new Set(['text']));
  });

  it('a picture is uploaded that was copied from a page, a document or a folder', () => {
    expect(kindsOf(({ are, shows }) => are === 'pictures' && shows === 'picture')).toEqual(
      new Set(['files']),
    );
    expect(kindsOf(({ are, says }) => are === 'pictures' && says === 'nothing')).toEqual(new Set(['files']));
    const fromFolder = (each: Case) =>
      each.are === 'pictures' && each.shows === 'nothing' && each.says === 'name' && isNamed(each);
    expect(kindsOf(fromFolder)).toEqual(new Set(['files']));
  });

  it('cells become a table, and nothing else does', () => {
    const isCells = ({ shows, says, are }: Case) => shows === 'cells' && says === 'cells' && are !== 'others';
    expect(kindsOf(isCells)).toEqual(new Set(['table']));
    expect(kindsOf((each) => !isCells(each))).toEqual(new Set(['text', 'files']));
  });
});

describe('cells', () => {
  const markdownOf = (text: string, rows: number) => {
    const pasted = choosePasted({ text, html: excel('<tr><td>x</td></tr>'.repeat(rows)), files: [] });
    return pasted.kind === 'table' ? pasted.markdown : undefined;
  };

  it('become a Markdown table with the first row as its head', () => {
    expect(markdownOf('Name\tSum\r\nTea | cake\t3\r\n', 2)).toBe(
      '| Name | Sum |\n| --- | --- |\n| Tea \\| cake | 3 |',
    );
    expect(markdownOf('a\t\tc\n\t\t\n"two\nlines"\t"say ""hi"""\t"\t"\n', 3)).toBe(
      '| a |  | c |\n| --- | --- | --- |\n|  |  |  |\n| two lines | say "hi" |  |',
    );
  });

  it('stay text if they are one cell, one row or one column, or do not form a table', () => {
    expect(markdownOf('one', 1)).toBe(undefined);
    expect(markdownOf('a\tb\r\n', 1)).toBe(undefined);
    expect(markdownOf('a\r\nb\r\n', 2)).toBe(undefined);
    expect(markdownOf('a\tb\nc\n', 2)).toBe(undefined);
    // The second cell has two lines and no quotation marks.
    expect(markdownOf('a\tb\nc\td\ne\tf\n', 2)).toBe(undefined);
  });

  it('may be so many that no message could contain them', () => {
    expect(markdownOf('a\tb\n'.repeat(100_000), 100_000)).toBe(undefined);
  });

  it('are read as programs write them', () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const pieces = ['a', 'ä', '1,5', ' ', '"', '\n', '\t', '|', '', '日本'];
    for (let round = 0; round < 500; round++) {
      const [rows, columns] = [1 + random(4), 1 + random(4)];
      const table = Array.from({ length: rows }, () =>
        Array.from({ length: columns }, () =>
          Array.from({ length: random(4) }, () => pieces[random(pieces.length)]).join(''),
        ),
      );
      const quoted = (cell: string) => (/["\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      const text = table.map((row) => row.map(quoted).join('\t')).join('\r\n');
      expect(parseCells(`${text}\r\n`)).toEqual(table);
    }
  });
});

describe('an address that is pasted over a selection', () => {
  it('becomes the address of a link with the selected words', () => {
    expect(linkOfPasted('https://a.example/x\n', 'these words')).toBe('[these words](https://a.example/x)');
    expect(linkOfPasted('https://a.example/(x)', 'y')).toBe('[y](https://a.example/%28x%29)');
  });

  it('replaces what could not be the words of a link', () => {
    for (const selected of ['', ' ', 'a\nb', '[a](b)', 'https://old.example'])
      expect(linkOfPasted('https://a.example', selected)).toBeUndefined();
    for (const text of ['word', 'https://a.example and more', 'javascript:alert(1)'])
      expect(linkOfPasted(text, 'words')).toBeUndefined();
  });
});
