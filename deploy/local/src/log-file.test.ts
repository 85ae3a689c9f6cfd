import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LogFile } from './log-file.ts';

it('keeps the newest lines within a limit of size', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
  const path = join(folder, 'x.log');
  const log = new LogFile(path, 100);
  for (let line = 0; line < 100; line += 1) log.write(`line ${line}\n`);
  log.close();
  const kept = readFileSync(`${path}.old`, 'utf8') + readFileSync(path, 'utf8');
  expect(kept.length).toBeLessThanOrEqual(220);
  expect(kept.endsWith('line 98\nline 99\n')).toBe(true);
  rmSync(folder, { recursive: true });
});
