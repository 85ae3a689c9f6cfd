import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { directionOf } from './direction.ts';

describe('the direction of a text', () => {
  const isolated = [
    ...['@**Iago**', '@_**Iago|5**', '@*support*', '#**design**', '#**design>plan@3**', ':smile:', '/me'],
    ...['`git push`', 'https://a.example.com/x', '[a page](https://a.example.com)', '![a](/user_uploads/x)'],
    ...[
      '$$x^2$$',
      '<time:2026-01-31T12:00:00Z>',
      '```js\ncode\n```\n',
      '~~~\ncode\n~~~\n',
      '123',
      '- ',
      '> ',
      '"',
    ],
  ];
  it.each([
    ['Hebrew', 'שלום'],
    ['Arabic', 'مرحبا'],
    ['Persian', 'سلام'],
    ['Dhivehi', 'ދިވެހި'],
    ['N’Ko', 'ߒߞߏ'],
    ['Adlam', '𞤀𞤣'],
  ])('in %s is right to left, whatever isolated part is before it', (_name, word) => {
    expect(directionOf(word)).toBe('rtl');
    expect(directionOf(`${word} and more words`)).toBe('rtl');
    for (const part of isolated) {
      expect(directionOf(`${part} ${word}`), part).toBe('rtl');
      const all = [...isolated, part].filter((each) => each !== '/me');
      expect(directionOf(`${all.join('\n')}\n${word}`), part).toBe('rtl');
    }
  });

  it('is left to right when a word of such a script comes first, although others follow', () => {
    expect(directionOf('hello שלום')).toBe('ltr');
    for (const part of ['@**שרה**', '`שלום`', '[שלום](https://a.example.com)']) {
      expect(directionOf(`${part} hello`), part).toBe('ltr');
    }
  });

  it('is that of the isolated parts when there is nothing else', () => {
    expect(directionOf('@**שרה**')).toBe('rtl');
    expect(directionOf('`שלום`')).toBe('rtl');
    expect(directionOf('@**Iago** :smile:')).toBe('ltr');
  });

  it('is that of the text inside quotes and spoilers', () => {
    expect(directionOf('```quote\nשלום\n```')).toBe('rtl');
    expect(directionOf('~~~spoiler שלום\nhi\n~~~')).toBe('rtl');
  });

  it('is left to right without letters', () => {
    for (const text of [undefined, '', '12:30', '…', '👍']) expect(directionOf(text)).toBe('ltr');
  });

  it('takes no long time for hostile texts', () => {
    for (const unit of ['`', '```', '[', '@*', '$$', '<time:', ':a', '![a](']) {
      const tookMs = Array.from({ length: 5 }, () => {
        const started = performance.now();
        directionOf(`${unit.repeat(10_000)}ש`);
        directionOf(`ש${unit.repeat(10_000)}`);
        return performance.now() - started;
      });
      // The fastest run: others may have waited for the processor.
      expect(Math.min(...tookMs), unit).toBeLessThan(50);
    }
  });
});

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function* walk(node: Node, parents: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  yield [node, parents];
  for (const child of childrenOf(node)) yield* walk(child, [...parents, node]);
}

const source = join(import.meta.dirname, '..');
const components = globSync('**/*.tsx', { cwd: source }).map((file) => {
  const text = readFileSync(join(source, file), 'utf8');
  return { file, text, tree: parseAst(text, { lang: 'tsx' }) as unknown as Node };
});

const attributesOf = (element: Node): Map<string, Node> => {
  const opening = (element.openingElement ?? element) as Node;
  const named = (opening.attributes as Node[]).filter(({ type }) => type === 'JSXAttribute');
  return new Map(named.map((each) => [String((each.name as Node).name), each]));
};

/** Functions that return, and fields that contain, texts that people have written. */
const functions =
  /^(?:channelName|topicName|userName|directName|placeName|narrowTitle|groupName|folderName|textOf|clientName)$/;
const fields = /^(?:full_name|status_text|senderName|content|file_name|topic|topic_name|question)$/;

/** Returns whether the value of an expression is or contains such a text. Texts of this client name people, too: it sets them. */
function showsText(node: Node): boolean {
  if (/^JSX|Function/.test(node.type)) return false;
  if (node.type === 'ConditionalExpression') {
    return showsText(node.consequent as Node) || showsText(node.alternate as Node);
  }
  if (node.type === 'LogicalExpression' && node.operator === '&&') return showsText(node.right as Node);
  if (node.type === 'CallExpression') {
    const name = String((node.callee as Node).name);
    // Functions with one or two letters return the texts of this client. Initials have no direction.
    if (/^[a-z]{1,2}$|^initialsOf$|^emojiOf$/.test(name)) return false;
    if (functions.test(name)) return true;
  }
  if (node.type === 'MemberExpression' && fields.test(String((node.property as Node).name))) return true;
  return childrenOf(node).some(showsText);
}

describe('every component', () => {
  it('decides directions with this module, not by the first letter', () => {
    expect(components.length).toBeGreaterThan(150);
    for (const { file, text } of components)
      expect(text.match(/dir="auto"|dir: 'auto'/)?.[0], file).toBeUndefined();
  });

  it('sets the direction of each text that people have written', () => {
    const missing: string[] = [];
    let count = 0;
    for (const { file, text, tree } of components) {
      for (const [node, parents] of walk(tree)) {
        const parent = parents.at(-1)?.type ?? '';
        if (node.type !== 'JSXExpressionContainer' || !/^JSX(?:Element|Fragment)$/.test(parent)) continue;
        if (!showsText(node.expression as Node)) continue;
        count++;
        const isSet = parents.some((each) => each.type === 'JSXElement' && attributesOf(each).has('dir'));
        if (!isSet) missing.push(`${file}: ${text.slice(node.start, node.end)}`);
      }
    }
    expect(missing).toEqual([]);
    expect(count).toBeGreaterThan(20);
  });

  it('sets the direction of each text field', () => {
    const missing: string[] = [];
    let count = 0;
    for (const { file, text, tree } of components) {
      for (const [node] of walk(tree)) {
        if (
          node.type !== 'JSXOpeningElement' ||
          !/^(?:input|textarea)$/.test(String((node.name as Node).name))
        )
          continue;
        const attributes = attributesOf(node);
        const type = attributes.get('type')?.value as Node | undefined;
        if (typeof type?.value === 'string' && !/^(?:text|search)$/.test(type.value)) continue;
        count++;
        const spreads = (node.attributes as Node[]).filter((each) => each.type === 'JSXSpreadAttribute');
        const isSet = attributes.has('dir') || spreads.some(() => /\bdir: /.test(text));
        if (!isSet) missing.push(`${file}: ${text.slice(node.start, node.start + 80)}`);
      }
    }
    expect(missing).toEqual([]);
    expect(count).toBeGreaterThan(25);
  });
});
