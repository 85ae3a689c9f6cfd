import type { FileRecord, SourceFiles } from '@parley/archive';
import { textOf, type Values } from '../reading/values.ts';

/** Finds the contents of files, whose paths are relative to the file of posts, or to a folder `data` beside it. */
export class MattermostFiles {
  private readonly files: SourceFiles;
  private readonly folder: string;

  /** @param folder the folder of the file of posts, with `/` at its end unless it is the top */
  constructor(files: SourceFiles, folder: string) {
    this.files = files;
    this.folder = folder;
  }

  find(path: string): string | undefined {
    const clean = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
    return [`${this.folder}data/${clean}`, `${this.folder}${clean}`, `data/${clean}`, clean].find(
      (candidate) => this.files.has(candidate),
    );
  }

  /** Returns the record of a file that a line names; undefined where the line names none. */
  record(path: unknown, use: NonNullable<FileRecord['use']>, where: string): FileRecord | undefined {
    const named = textOf(path);
    if (named === undefined) return undefined;
    const found = this.find(named);
    const name = named.split(/[/\\]/).findLast((part) => part !== '') ?? named;
    return {
      kind: 'file',
      key: `${use}:${named}`,
      name,
      use,
      where,
      ...(found === undefined ? {} : { path: found }),
    };
  }
}

/** Returns the paths that a post's attachments name. */
export const attachmentPaths = (attachments: readonly Values[]): string[] =>
  attachments.flatMap(({ path }) => textOf(path) ?? []);
