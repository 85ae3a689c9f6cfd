import { createHash } from 'node:crypto';
import { formName, formVersion, type Manifest, manifestPath, recordPath } from './layout.ts';
import type { ArchiveRecord, RecordKind } from './records.ts';

/** A file of an archive that is about to be written. */
export type FormEntry = { readonly path: string; readonly bytes: Buffer };

/** Size after which a file of records ends, in bytes. A tar archive needs the size of a file before its contents. */
const partBytes = 4 * 2 ** 20;

/**
 * Writes records as the files of an archive. `add` returns the files that are full; `finish` the rest, with the manifest last.
 * Records come in the order of `records.ts`. Memory holds one file of each kind that is open, and the checksums.
 */
export class FormWriter {
  readonly #open = new Map<RecordKind, { lines: string[]; bytes: number; part: number }>();
  readonly #counts: Partial<Record<RecordKind, number>> = {};
  readonly #checksums: Record<string, { sha256: string; size: number }> = {};

  add(record: ArchiveRecord): FormEntry[] {
    const { where: _where, ...kept } = record;
    const line = `${JSON.stringify(kept)}\n`;
    const { kind } = record;
    let open = this.#open.get(kind);
    if (!open) {
      open = { lines: [], bytes: 0, part: 1 };
      this.#open.set(kind, open);
    }
    open.lines.push(line);
    open.bytes += Buffer.byteLength(line);
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    return open.bytes < partBytes ? [] : [this.#close(kind, open)];
  }

  /** Returns the remaining files. */
  finish(facts: Pick<Manifest, 'created' | 'source' | 'program' | 'since'>): FormEntry[] {
    const rest = [...this.#open].flatMap(([kind, open]) =>
      open.bytes === 0 ? [] : [this.#close(kind, open)],
    );
    const manifest: Manifest = {
      form: formName,
      version: formVersion,
      ...facts,
      counts: this.#counts,
      checksums: this.#checksums,
    };
    return [...rest, { path: manifestPath, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }];
  }

  #close(kind: RecordKind, open: { lines: string[]; bytes: number; part: number }): FormEntry {
    const bytes = Buffer.from(open.lines.join(''));
    const path = recordPath(kind, open.part);
    this.#checksums[path] = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    Object.assign(open, { lines: [], bytes: 0, part: open.part + 1 });
    return { path, bytes };
  }
}
