import { describe, expect, it } from 'vitest';
import { endingOf, fileKindOf, fileTypeOf, isNameOf, isPicture, isReadable } from './file-kinds.ts';

describe('a file', () => {
  it('is known by the end of its name', () => {
    expect(['a.PDF', 'b.tar.gz', 'c.mov', 'd', '.env', 'e.unknown'].map(fileKindOf)).toEqual([
      'pdf',
      'archive',
      'video',
      'other',
      'other',
      'other',
    ]);
    expect(['a.PDF', '.env', 'a.', 'x.tar.gz'].map(endingOf)).toEqual(['pdf', '', '', 'gz']);
    expect(fileTypeOf('report.docx')).toBe('DOCX');
    expect([isPicture('a.JPEG'), isPicture('a.svg')]).toEqual([true, false]);
    expect(['a.ts', 'a.csv', 'a.xlsx', 'a.png'].map(isReadable)).toEqual([true, true, false, false]);
  });

  it('has its name also where the server replaced signs, and a caption otherwise', () => {
    expect(isNameOf('Quarterly report 2026.pdf', 'Quarterly-report-2026.pdf')).toBe(true);
    expect(isNameOf('The report', 'Quarterly-report-2026.pdf')).toBe(false);
    expect(isNameOf('…', '---')).toBe(false);
  });
});
