import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** A statement as a service sent it. */
export type Statement = { text: string; values: (string | null)[] };

const role = 'parley_messaging';

/**
 * The statements that messaging sends for a request, as the database logs them: what a request would cost without
 * everything around them.
 * @param client of an administrator
 */
export async function statementsOf(
  client: pg.Client,
  logFile: string,
  request: () => Promise<unknown>,
): Promise<Statement[]> {
  await configure(client, ["set log_line_prefix to '%u|'", 'set log_min_duration_statement to 0']);
  try {
    await request(); // sessions hear of the settings with their next statement
    const before = readFileSync(logFile, 'utf8').length;
    await request();
    return parseLog(readFileSync(logFile, 'utf8').slice(before));
  } finally {
    await configure(client, ['reset log_line_prefix', 'reset log_min_duration_statement']);
  }
}

async function configure(client: pg.Client, settings: readonly string[]): Promise<void> {
  for (const setting of settings) await client.query(`alter system ${setting}`);
  await client.query('select pg_reload_conf()');
}

/** Statements with parameters, executed by messaging. */
function parseLog(log: string): Statement[] {
  const statements: Statement[] = [];
  let isExecuted = false; // what the entry before said; its details follow it
  // An entry begins with the prefix; its further lines with a tab.
  for (const entry of log.split(/\n(?=\w*\|)/)) {
    const unfolded = entry.replaceAll('\n\t', '\n');
    const detail = unfolded.match(new RegExp(`^${role}\\|DETAIL: {2}Parameters: ([^]*)$`));
    if (detail && isExecuted) statements.at(-1)!.values = parseValues(detail[1]!);
    const executed = unfolded.match(
      new RegExp(`^${role}\\|LOG: {2}duration: [\\d.]+ ms {2}execute [^:]+: ([^]*)$`),
    );
    isExecuted = executed !== null;
    if (executed) statements.push({ text: executed[1]!.trimEnd(), values: [] });
  }
  return statements;
}

function parseValues(text: string): (string | null)[] {
  return Array.from(text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g), ([, value]) =>
    value === undefined ? null : value.replaceAll("''", "'"),
  );
}

/** Sends them again, prepared as services prepare them. */
export async function resend(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    await client.query({ name: createHash('md5').update(text).digest('hex'), text, values });
  }
}
