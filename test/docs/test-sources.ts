/**
 * Returns the source of a test with the declarations of its file that it uses, directly or through others, and the
 * tables of the `describe.each` that contain it. Returns undefined when no test has the title. It relies on the
 * formatter: a statement begins at the indentation of its block, and its last line is the next one there that closes it.
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

/** Returns the statement of each level that contains a line, the outermost first, with the other ones of that level. */
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

/** Splits a range of lines into the statements that begin at an indentation. */
function statementsOf(lines: readonly string[], from: number, to: number, indent: number) {
  const starts: number[] = [];
  for (let index = from; index < to; index++) {
    const line = lines[index]!;
    if (indentOf(line) === indent && !closes.test(line)) starts.push(index);
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? to }));
}

/** Returns a `describe` up to its body: its table, if it has one, and its title. */
function headerOf(statement: readonly string[]): string {
  const end = statement.findIndex((line) => /=> \{$/.test(line) && /\('.*'|^\S/.test(line.trimStart()));
  return statement.slice(0, end + 1).join('\n');
}

/** Returns the names that a statement declares, with its source. */
function declarationsOf(statement: readonly string[]): { name: string; source: string }[] {
  const source = statement.join('\n');
  const declared = /^\s*(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+|[[{][^=]*)/.exec(source);
  return (declared?.[1]?.match(/\w+/g) ?? []).map((name) => ({ name, source }));
}
