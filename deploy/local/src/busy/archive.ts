import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FormWriter } from '@parley/archive';
import { busyFiles, faceFiles } from './files.ts';
import { busyRecords } from './records.ts';

/** Writes the archive of the busy organization to a folder. @param end the moment after its newest message */
export function writeBusyArchive(folder: string, end: Date): void {
  rmSync(folder, { recursive: true, force: true });
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  };
  const writer = new FormWriter();
  for (const record of busyRecords(Math.floor(end.getTime() / 1000))) {
    for (const { path, bytes } of writer.add(record)) put(path, bytes);
  }
  for (const { path, bytes } of [...busyFiles, ...faceFiles.values()]) put(path, bytes);
  const created = Math.floor(end.getTime() / 1000);
  const facts = { created, source: 'https://busy.demo.example', program: 'the seed of a busy organization' };
  for (const { path, bytes } of writer.finish(facts)) put(path, bytes);
}
