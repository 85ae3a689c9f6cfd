import { type SourceFiles, SourceProblem } from '@parley/archive';
import { hasKey } from '@parley/core';
import { decoded, type Tell } from '../reading/chunks.ts';
import { type JsonElement, jsonElements } from '../reading/json-stream.ts';
import { idOf, objectOf, textOf, type Values } from '../reading/values.ts';

/** Yields the rows of a file. A file that cannot be read is told. */
export async function* rowsOf(files: SourceFiles, path: string, tell: Tell): AsyncIterable<JsonElement> {
  try {
    yield* jsonElements(decoded(files.open(path), path, tell), path, tell);
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    tell({ finding: error.finding, where: error.where, example: error.message });
  }
}

export type Row = { readonly row: Values; readonly where: string };

/** Tables of `realm.json` that are kept. They grow with people, with channels and with group conversations. */
const kept = new Set([
  'zerver_alertword',
  'zerver_channelfolder',
  'zerver_client',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_defaultstream',
  'zerver_groupgroupmembership',
  'zerver_muteduser',
  'zerver_namedusergroup',
  'zerver_realm',
  'zerver_realmemoji',
  'zerver_realmfilter',
  'zerver_recipient',
  'zerver_stream',
  'zerver_usergroup',
  'zerver_usergroupmembership',
  'zerver_userprofile',
  'zerver_userprofile_crossrealm',
  'zerver_userprofile_mirrordummy',
  'zerver_userstatus',
]);

/** Tables that are left out, and why. All others hold what only the old server needs. */
const lost = {
  zerver_realmplayground: 'Code playgrounds are left out. Add them again.',
  zerver_scheduledmessage: 'Scheduled messages are left out.',
  zerver_service: 'Addresses of outgoing webhooks are left out.',
  zerver_savedsnippet: 'Saved snippets are left out.',
  zerver_navigationview: 'Own entries of the navigation are left out.',
} as const;

/** The tables of an export, apart from those of messages. */
export class ZulipTables {
  private readonly tables = new Map<string, Row[]>();

  of(name: string): readonly Row[] {
    return this.tables.get(name) ?? [];
  }

  /**
   * Reads `realm.json`. Rows of tables that grow with messages (reactions, files), or with people times channels or topics, are given to
   * functions instead of kept.
   */
  static async read(
    files: SourceFiles,
    path: string,
    tell: Tell,
    given: ReadonlyMap<string, (row: Row) => Promise<void>>,
  ): Promise<ZulipTables> {
    const result = new ZulipTables();
    for await (const { key, value, where } of rowsOf(files, path, tell)) {
      const row = objectOf(value);
      if (!row || key === undefined) continue;
      const take = given.get(key);
      if (take) await take({ row, where });
      else if (kept.has(key)) {
        const rows = result.tables.get(key);
        if (rows) rows.push({ row, where });
        else result.tables.set(key, [{ row, where }]);
      } else if (hasKey(lost, key))
        tell({ finding: `left-out-${key.slice('zerver_'.length)}`, where, example: lost[key] });
    }
    return result;
  }
}

/** Returns the ID in a column that refers to another row: under its name, or with `_id`. */
export const referenceOf = (row: Values, column: string): string | undefined =>
  idOf(row[column]) ?? idOf(row[`${column}_id`]);

/** Returns the name of a stream as people know it. Older versions renamed those that were archived. */
export const streamName = (row: Values): string =>
  (textOf(row.name) ?? '').replace(/^!*DEACTIVATED:/, '').trim();
