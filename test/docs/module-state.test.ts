import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../packages/web/src');

/**
 * State of modules that is truly of the page, or the same for everyone, with the reason. Everything else belongs to one client: to
 * `Parley`, or to a part of it (`packages/web/src/model/parts.ts`), so that two clients can be mounted in one page.
 */
const ofThePage: Readonly<Record<string, string>> = {
  'compose/pasting/paste.ts: setTimeout': 'loads code early',
  'compose/pasting/pasted-html.ts: tagName': 'an expression that is applied from a position',
  'content/enhance.ts: spoilers': 'numbers elements of the document, whose IDs differ',
  'desktop-app/desktop-app.ts: actions': 'the desktop app has one menu for its page',
  'desktop-app/desktop-app.ts: isListening': 'the desktop app has one menu for its page',
  'html/sanitize.ts: cached': 'what a text becomes does not depend on who reads it',
  'html/sanitize.ts: purify.addHook': 'the rules of the sanitizer',
  'i18n/format.ts: formats': 'the language of the page',
  'i18n/format.ts: is24Hours': 'the look of the page, as its theme',
  'i18n/format.ts: lists': 'the language of the page',
  'i18n/format.ts: times': 'the language of the page',
  'i18n/index.ts: catalogue': 'the language of the page',
  'i18n/index.ts: language': 'the language of the page',
  'i18n/index.ts: rules': 'the language of the page',
  'lib/timing/after-frame.ts: channel': 'frames of the page',
  'lib/timing/after-frame.ts: scrolledAt': 'frames of the page',
  'lib/timing/after-frame.ts: tasks': 'frames of the page',
  'lib/timing/after-frame.ts: undrawn': 'frames of the page',
  'lib/lists/drag-order.ts: dragged': 'a pointer drags one thing',
  'lib/text/fitting-text.ts: all': 'one observer measures all elements of the page',
  'lib/text/fitting-text.ts: observer': 'one observer measures all elements of the page',
  'lib/text/fitting-text.ts: waiting': 'one observer measures all elements of the page',
  'lib/keys-and-focus/key-gate.ts: addEventListener': 'comes before all listeners of the page',
  'lib/keys-and-focus/key-gate.ts: kept': 'a keyboard presses one key after the other',
  'lib/loadable.ts: loads': 'code of the page',
  'lib/window/looked-at.ts: addEventListener': 'the pointer of the page',
  'lib/window/looked-at.ts: movedAt': 'the pointer of the page',
  'main.tsx: render': 'starts the page',
  'media/file-size.ts: sizes': 'the size of a file does not depend on who reads it',
  'media/message-files.ts: observer': 'one observer watches all elements of the page',
  'media/message-files.ts: waiting': 'one observer watches all elements of the page',
  'media/voice-player.ts: playing': 'the page plays one recording at a time',
  'emoji/all-emoji.ts: unicode': 'the same for everyone',
  'model/session/ended-session.ts: wasSessionEnded':
    'a message for the sign-in page, which stands outside of clients',
  'model/notifications/tab-icon.ts: original': 'the icon of the page',
  'model/notifications/tab-icon.ts: shown': 'the icon of the page',
  'model/names.ts: collator': 'the language of the page',
  'model/session/page-session.ts: client': 'the browser has one session, in which people sign in',
  'model/people/pictures.ts: known': 'what an address means does not depend on who reads it',
  'model/device/service-worker.ts: registering': 'the page has one service worker',
  'model/device/service-worker.ts: trustedPath': 'a policy of Trusted Types can be created once in a page',
  'model/notifications/sound.ts: audio': 'the sound of the page',
  'apps/blocks/message-blocks.ts: known': 'what a message contains, by the message',
  'sidebar/direct-section.tsx: lowerNames': 'a name in lower case, by the person',
  'sign-in/parts.tsx: reading': 'what the server says to everyone before the sign-in',
  'ui/icon.tsx: drawn': 'the shapes of icons',
};

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds
  readonly [field: string]: any;
};

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
]);
/** Calls that make something which changes. */
const makers = new Set([
  'createMemo',
  'createResource',
  'createRoot',
  'createSelector',
  'createSignal',
  'createStore',
]);
const mutations = new Set(['add', 'clear', 'delete', 'pop', 'push', 'set', 'shift', 'splice', 'unshift']);
/** What is made with `new` and does not change unless it is changed by its name. */
const values = new Set(['Error', 'Map', 'RegExp', 'Set']);

function* nodesOf(node: unknown, intoFunctions: boolean): Generator<Node> {
  if (Array.isArray(node)) for (const each of node) yield* nodesOf(each, intoFunctions);
  if (typeof (node as Node | null)?.type !== 'string') return;
  const present = node as Node;
  yield present;
  if (!intoFunctions && functions.has(present.type)) return;
  for (const value of Object.values(present))
    if (typeof value === 'object') yield* nodesOf(value, intoFunctions);
}

/** Returns the names of a module that code of the module changes. */
function changedNames(body: readonly Node[]): Set<string> {
  const changed = new Set<string>();
  for (const node of nodesOf(body, true)) {
    const target =
      node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression'
        ? node.left.object
        : node.type === 'CallExpression' &&
            node.callee.type === 'MemberExpression' &&
            mutations.has(node.callee.property.name)
          ? node.callee.object
          : undefined;
    if (target?.type === 'Identifier') changed.add(target.name);
  }
  return changed;
}

const isMade = (initializer: unknown): boolean =>
  [...nodesOf(initializer, false)].some(
    (node) =>
      (node.type === 'CallExpression' && makers.has(node.callee.name)) ||
      (node.type === 'NewExpression' && node.callee.type === 'Identifier' && !values.has(node.callee.name)),
  );

/** Returns the state of a module by its names, and what the module starts when it is loaded. */
function stateOf(text: string, isJsx: boolean): string[] {
  const body = parseAst(text, { lang: isJsx ? 'tsx' : 'ts' }).body as unknown as Node[];
  const changed = changedNames(body);
  return body.flatMap((statement): string[] => {
    const declaration: Node = statement.declaration ?? statement;
    if (declaration.type === 'ExpressionStatement' || /^(?:For|If|While)/.test(declaration.type)) {
      // Texts of a part of the client are awaited before it is shown.
      if (declaration.expression?.type === 'AwaitExpression') return [];
      const call = [...nodesOf(declaration, false)].find(({ type }) => type === 'CallExpression');
      return call ? [text.slice(call.callee.start, call.callee.end)] : [];
    }
    if (declaration.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ id, init }: Node) => {
      const names: string[] =
        id.type === 'Identifier'
          ? [id.name]
          : [...nodesOf(id, false)]
              .filter(({ type }) => type === 'Identifier')
              .map(({ name }) => name as string);
      const isState = declaration.kind === 'let' || isMade(init) || names.some((name) => changed.has(name));
      return isState && names[0] !== undefined ? [names[0]] : [];
    });
  });
}

it('finds signals, variables, collections and objects that change, and what a module starts', () => {
  const found = stateOf(
    `
      let count = 0;
      const [one, setOne] = createSignal(1);
      const kept = new Map();
      const timers = new Timers(5);
      const list = [];
      const facts = { number: 1 };
      const quiet = new Set(['a']);
      export const state = part(() => createSignal(0));
      const format = () => new Date();
      addEventListener('keydown', () => kept.set(1, 2));
      for (const name of ['focus']) listen(name);
      await texts.load();
      export function act() { list.push(1); facts.number = 2; }
    `,
    false,
  );
  expect(found).toEqual(['count', 'one', 'kept', 'timers', 'list', 'facts', 'addEventListener', 'listen']);
});

it('the web client keeps no state in modules, except what is of the page', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !/^(?:gen|service-worker)\//.test(file),
  );
  const found = files.flatMap((file) =>
    stateOf(readFileSync(join(source, file), 'utf8'), file.endsWith('x')).map((name) => `${file}: ${name}`),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(ofThePage).sort());
});
