/**
 * Returns the source of a test, with the declarations of its file that it uses directly or indirectly, and the tables of the
 * `describe.each` blocks around it. Returns undefined if no test has the title. Relies on formatted code: a statement starts at
 * the indentation of its block, and ends with the next line at this indentation that closes it.
 */
export function sourceOfTest(text: string, title: string): string | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes(`('${title}'`));
  if (at < 0) return undefined;
  const blocks = blocksAround(lines, at);
  const headers = blocks.slice(0, -1).map(({ own }) => headerOf(own));
  const found = [blocks.at(-1)!.own.join('\n'), ...headers];
  const declarations = blocks.flatMap(({ siblings }) => siblings).flatMap(declarationsOf);
  for (let index = 0; index < found.length; index++) {
    const used = declarations.filter(
      ({ name, source }) => !found.includes(source) && new RegExp(`\\b${name}\\b`).test(found[index]!),
    );
    for (const { source } of used) if (!found.includes(source)) found.push(source);
  }
  return found.join('\n');
}

type Block = { own: string[]; siblings: string[][] };

const indentOf = (line: string): number => line.search(/\S/);
const closes = /^\s*[)\]}]/;

/**
 * Returns the statements that contain a line, from the outermost to the innermost, each with the other statements of its block.
 */
function blocksAround(lines: readonly string[], at: number): Block[] {
  const blocks: Block[] = [];
  let [from, to] = [0, lines.length];
  for (let indent = 0; indent <= indentOf(lines[at]!); indent += 2) {
    const statements = statementsOf(lines, from, to, indent);
    const own = statements.find(({ start, end }) => start <= at && at < end);
    if (!own) continue;
    blocks.push({
      own: lines.slice(own.start, own.end),
      siblings: statements.filter((each) => each !== own).map(({ start, end }) => lines.slice(start, end)),
    });
    [from, to] = [own.start, own.end];
  }
  return blocks;
}

/** Splits a range of lines into the statements that start at an indentation. */
function statementsOf(lines: readonly string[], from: number, to: number, indent: number) {
  const starts: number[] = [];
  for (let index = from; index < to; index++) {
    const line = lines[index]!;
    if (indentOf(line) === indent && !closes.test(line)) starts.push(index);
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? to }));
}

/** Returns the source of a `describe` block before its body: its table, if any, and its title. */
function headerOf(statement: readonly string[]): string {
  const end = statement.findIndex((line) => /=> \{$/.test(line) && /\('.*'|^\S/.test(line.trimStart()));
  return statement.slice(0, end + 1).join('\n');
}

/** Returns the names that a statement declares, each with the statement's source. */
function declarationsOf(statement: readonly string[]): { name: string; source: string }[] {
  const source = statement.join('\n');
  const declared = /^\s*(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+|[[{][^=]*)/.exec(source);
  return (declared?.[1]?.match(/\w+/g) ?? []).map((name) => ({ name, source }));
}
