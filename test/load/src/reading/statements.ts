import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** A SQL statement as a service sent it. Statements that start or end a transaction are not prepared and have no values. */
export type Statement = { text: string; values?: (string | null)[] };

const role = 'parley_messaging';

/**
 * Returns the SQL statements that `messaging` sends for a request, from the database's log. Their cost is the minimum cost of
 * the request.
 * @param client connection of an administrator
 * @param besides statements to leave out, because they do not belong to the request
 */
export async function statementsOf(
  client: pg.Client,
  logFile: string,
  request: () => Promise<unknown>,
  besides: ReadonlySet<string>,
): Promise<Statement[]> {
  await configure(client, ["set log_line_prefix to '%u|'", 'set log_min_duration_statement to 0']);
  try {
    await request(); // existing sessions apply the new settings at their next statement
    const start = readFileSync(logFile).length;
    await request();
    const statements = parseLog(readFileSync(logFile).subarray(start).toString());
    return statements.filter(({ text, values }) => !values || !besides.has(text));
  } finally {
    await configure(client, ['reset log_line_prefix', 'reset log_min_duration_statement']);
  }
}

/**
 * Returns the statements that `messaging` sends without requests: it periodically looks for due messages and for space in the
 * event log.
 */
export async function statementsBesides(client: pg.Client, logFile: string): Promise<ReadonlySet<string>> {
  await configure(client, ["set log_line_prefix to '%u|'", 'set log_min_duration_statement to 0']);
  try {
    const start = readFileSync(logFile).length;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return new Set(parseLog(readFileSync(logFile).subarray(start).toString()).map(({ text }) => text));
  } finally {
    await configure(client, ['reset log_line_prefix', 'reset log_min_duration_statement']);
  }
}

async function configure(client: pg.Client, settings: readonly string[]): Promise<void> {
  for (const setting of settings) await client.query(`alter system ${setting}`);
  await client.query('select pg_reload_conf()');
}

/** Extracts the statements of `messaging` from a log. */
function parseLog(log: string): Statement[] {
  const statements: Statement[] = [];
  let isExecuted = false; // whether the previous entry is an execution; its details follow
  // An entry begins with the prefix. Its continuation lines begin with a tab.
  for (const entry of log.split(/\n(?=\w*\|)/)) {
    const unfolded = entry.replaceAll('\n\t', '\n');
    const detail = unfolded.match(new RegExp(`^${role}\\|DETAIL: {2}Parameters: ([^]*)$`));
    if (detail && isExecuted) statements.at(-1)!.values = parseValues(detail[1]!);
    const executed = unfolded.match(
      new RegExp(`^${role}\\|LOG: {2}duration: [\\d.]+ ms {2}execute [^:]+: ([^]*)$`),
    );
    isExecuted = executed !== null;
    if (executed) statements.push({ text: executed[1]!.trimEnd(), values: [] });
    const simple = unfolded.match(
      new RegExp(`^${role}\\|LOG: {2}duration: [\\d.]+ ms {2}statement: ([^]*)$`),
    );
    if (simple) statements.push({ text: simple[1]!.trimEnd() });
  }
  return statements;
}

function parseValues(text: string): (string | null)[] {
  return Array.from(text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g), ([, value]) =>
    value === undefined ? null : value.replaceAll("''", "'"),
  );
}

/** Executes statements again, prepared in the same way as by services. */
export async function resend(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const name = createHash('md5').update(text).digest('hex');
    await client.query(values ? { name, text, values } : text);
  }
}
