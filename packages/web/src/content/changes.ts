/** Marks in the HTML of a message what differs from an earlier version, word by word. */
import { areaTexts } from '../i18n/area.ts';
import { differencesOf, joinedChanges, type Run } from '../lib/text/sequence-diff.ts';
import english from '../texts/en/changes.json' with { type: 'json' };

const texts = areaTexts('changes', english);
await texts.load();

/** A word, a sign, a space, a thing such as a picture, or the end of a block. */
type Token = {
  /** Equal tokens have equal keys. */
  readonly key: string;
  /** The text node or the element. The end of a block has the block. */
  readonly node: Text | Element;
  readonly kind: 'text' | 'thing' | 'end';
  /** The part of a text node. */
  readonly from: number;
  readonly to: number;
};

/** Elements that are compared as a whole. */
const things = 'img, video, audio, hr, .katex, .emoji, .user-mention, .user-group-mention';
const blocks: ReadonlySet<string> = new Set('P LI PRE H1 H2 H3 H4 H5 H6 TD TH TR SUMMARY DT DD'.split(' '));
/** Elements around words that change how these look or where they lead. */
const inline: ReadonlySet<string> = new Set('A STRONG EM CODE DEL S U B I'.split(' '));
const inText = /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu;
/** In code, each line end and each run of spaces counts. */
const inCode = /\n|[^\S\n]+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu;
const space = ' ';

/** What was found. Without marks, only spaces or the order of blocks differ. */
export type Marks = { readonly hasMarks: boolean };

/**
 * Marks what is new in `after` as `<ins>`, and inserts what is only in `before` as `<del>`. Both say what they are to assistive
 * technology, too.
 */
export function markChanges(before: DocumentFragment, after: DocumentFragment): Marks {
  const [former, later] = [tokensOf(before), tokensOf(after)];
  const [formerKeys, laterKeys] = [former.map(({ key }) => key), later.map(({ key }) => key)];
  const runs = joinedChanges(differencesOf(formerKeys, laterKeys), formerKeys, (key) => key === space);
  const edits = new Edits(after, later);
  let position = 0;
  for (const run of runs) {
    if (run.kind === 'removed') edits.remove(former.slice(run.before, run.before + run.length), position);
    else position = edits.pass(run);
  }
  edits.apply();
  foldUnchanged(after);
  return { hasMarks: after.querySelector('ins.change, del.change') !== null };
}

function tokensOf(root: DocumentFragment): Token[] {
  const tokens: Token[] = [];
  const visit = (node: Node, isCode: boolean): void => {
    if (node instanceof Text) addWords(node, isCode);
    if (!(node instanceof Element)) return;
    if (node.matches(things)) {
      tokens.push({ key: `thing ${node.outerHTML}`, node, kind: 'thing', from: 0, to: 0 });
      return;
    }
    const isCodeBlock = isCode || node.tagName === 'PRE';
    for (const child of node.childNodes) visit(child, isCodeBlock);
    if (blocks.has(node.tagName) || node.tagName === 'BR')
      tokens.push({ key: `end ${node.tagName}`, node, kind: 'end', from: 0, to: 0 });
  };
  const addWords = (node: Text, isCode: boolean): void => {
    // Between blocks there are only line ends, which nobody sees.
    if (!isCode && node.data.trim() === '' && node.data.includes('\n')) return;
    const look = isCode ? '' : lookOf(node);
    for (const { 0: word, index } of node.data.matchAll(isCode ? inCode : inText)) {
      const isSpace = !isCode && word.trim() === '';
      const key = isSpace ? space : `${word}${look}`;
      tokens.push({ key, node, kind: 'text', from: index, to: index + word.length });
    }
  };
  for (const child of root.childNodes) visit(child, false);
  return tokens;
}

/** Returns what the elements around a text make of it: a word that becomes bold or gets another address has changed. */
function lookOf(node: Text): string {
  let look = '';
  for (let each = node.parentElement; each; each = each.parentElement) {
    if (inline.has(each.tagName)) look += `|${each.tagName} ${each.getAttribute('href') ?? ''}`;
  }
  return look;
}

type Side = { readonly at: number; readonly node: Node };
type Piece = { readonly from: number; readonly to: number };

/** Collects the changes of a fragment, and makes them at once: an early one would move the positions of the others. */
class Edits {
  readonly #root: DocumentFragment;
  readonly #tokens: readonly Token[];
  readonly #added = new Map<Text, Piece[]>();
  readonly #removed = new Map<Text, Side[]>();
  readonly #addedThings: Element[] = [];
  /** Changes around elements, made last. */
  readonly #around: (() => void)[] = [];

  constructor(root: DocumentFragment, tokens: readonly Token[]) {
    this.#root = root;
    this.#tokens = tokens;
  }

  /** Goes past a run that the fragment has. Returns the index of the token after it. */
  pass(run: Exclude<Run, { kind: 'removed' }>): number {
    const end = run.after + run.length;
    if (run.kind === 'same') return end;
    for (const token of this.#tokens.slice(run.after, end)) {
      if (token.kind === 'thing') this.#addedThings.push(token.node as Element);
      if (token.kind === 'text') this.#add(token);
    }
    return end;
  }

  #add({ node, from, to }: Token): void {
    const pieces = this.#added.get(node as Text) ?? [];
    const last = pieces.at(-1);
    if (last?.to === from) pieces[pieces.length - 1] = { from: last.from, to };
    else pieces.push({ from, to });
    this.#added.set(node as Text, pieces);
  }

  /** Inserts what was removed before the token at `position`. */
  remove(tokens: readonly Token[], position: number): void {
    const former = this.#tokens[position - 1];
    const next = this.#tokens[position];
    const isBetweenBlocks = former === undefined || former.kind === 'end';
    if (isBetweenBlocks && tokens.at(-1)?.kind === 'end') {
      this.#removeBlocks(tokens, next);
      return;
    }
    const removed = removalOf(contentsOf(tokens));
    if (!removed) return;
    if (former && !isBetweenBlocks) this.#place(removed, former, true);
    else if (next && next.kind !== 'end') this.#place(removed, next, false);
    else if (next) this.#around.push(() => (next.node as Element).append(removed));
    else this.#around.push(() => this.#root.append(wrapped('p', removed)));
  }

  #place(removed: Node, { node, kind, from, to }: Token, isAfter: boolean): void {
    if (kind !== 'text') {
      this.#around.push(() => (isAfter ? outermost(node).after(removed) : outermost(node).before(removed)));
      return;
    }
    const sides = this.#removed.get(node as Text) ?? [];
    sides.push({ at: isAfter ? to : from, node: removed });
    this.#removed.set(node as Text, sides);
  }

  /** Inserts whole blocks that were removed, each as a block of its own. */
  #removeBlocks(tokens: readonly Token[], next: Token | undefined): void {
    const nextBlock = next && blockOf(next.node, this.#root);
    let content: Token[] = [];
    for (const token of tokens) {
      if (token.kind !== 'end') {
        content.push(token);
        continue;
      }
      const removed = removalOf(contentsOf(content));
      content = [];
      if (!removed) continue;
      const tag = (token.node as Element).tagName;
      const isListItem = tag === 'LI' && nextBlock?.tagName === 'LI';
      const block = tag === 'PRE' ? wrapped('pre', removed) : wrapped(isListItem ? 'li' : 'p', removed);
      const place = isListItem ? nextBlock : nextBlock && topOf(nextBlock, this.#root);
      this.#around.push(() => (place ? place.before(block) : this.#root.append(block)));
    }
  }

  apply(): void {
    for (const node of new Set([...this.#added.keys(), ...this.#removed.keys()])) this.#rewrite(node);
    for (const thing of this.#addedThings) {
      const place = outermost(thing);
      const mark = markOf('ins', []);
      place.before(mark);
      mark.append(place);
    }
    for (const change of this.#around) change();
  }

  /** Replaces a text node by its parts, the added ones marked, with what was removed between them. */
  #rewrite(node: Text): void {
    const added = this.#added.get(node) ?? [];
    const removed = this.#removed.get(node) ?? [];
    const cuts = new Set([0, node.data.length]);
    for (const { from, to } of added) cuts.add(from).add(to);
    for (const { at } of removed) cuts.add(at);
    const places = [...cuts].sort((one, other) => one - other);
    const parts: Node[] = [];
    for (const [index, from] of places.entries()) {
      for (const each of removed) if (each.at === from) parts.push(each.node);
      const to = places[index + 1];
      if (to === undefined) break;
      const text = document.createTextNode(node.data.slice(from, to));
      const isAdded = added.some((piece) => piece.from <= from && to <= piece.to);
      parts.push(isAdded ? markOf('ins', [text]) : text);
    }
    node.replaceWith(...parts);
  }
}

/** Returns what removed tokens showed. Ends of blocks within become line ends. */
function contentsOf(tokens: readonly Token[]): Node[] {
  const contents: Node[] = [];
  const last = tokens.findLastIndex(({ kind }) => kind !== 'end');
  for (const [index, { node, kind, from, to }] of tokens.entries()) {
    if (index > last) break;
    if (kind === 'thing') contents.push(node.cloneNode(true));
    else if (kind === 'end') {
      if (contents.length > 0) contents.push(document.createElement('br'));
    } else {
      const text = (node as Text).data.slice(from, to);
      const former = tokens[index - 1];
      const lastText = contents.at(-1);
      if (former?.node === node && former.kind === 'text' && lastText) deepest(lastText).appendData(text);
      else contents.push(withLook(document.createTextNode(text), node as Text));
    }
  }
  return contents;
}

/** Puts a removed text into copies of the elements that were around it. */
function withLook(text: Text, original: Text): Node {
  let look: Node = text;
  for (let each = original.parentElement; each && !blocks.has(each.tagName); each = each.parentElement) {
    if (!inline.has(each.tagName) || each.parentElement?.tagName === 'PRE') continue;
    const copy = each.cloneNode(false);
    copy.appendChild(look);
    look = copy;
  }
  return look;
}

function deepest(node: Node): Text {
  let each = node;
  while (each.firstChild) each = each.firstChild;
  return each as Text;
}

/** Returns an element that marks what was removed; undefined for a removal of nothing. */
const removalOf = (contents: readonly Node[]): HTMLElement | undefined =>
  contents.length === 0 ? undefined : markOf('del', contents);

/** Returns an element that marks a change, with what it is for assistive technology. */
function markOf(tag: 'ins' | 'del', contents: readonly Node[]): HTMLElement {
  const mark = document.createElement(tag);
  mark.className = 'change';
  const name = document.createElement('span');
  name.className = 'visually-hidden';
  name.textContent = `${texts.text(tag === 'ins' ? 'addedPart' : 'removedPart')} `;
  mark.append(name, ...contents);
  return mark;
}

function wrapped(tag: 'p' | 'li' | 'pre', content: Node): HTMLElement {
  const block = document.createElement(tag);
  block.append(content);
  return block;
}

/** Returns a thing with the link around it, such as a picture that opens. */
const outermost = (node: Node): ChildNode => {
  const link = node instanceof Element ? node.closest('.message_inline_image, a') : null;
  return (link ?? node) as ChildNode;
};

function blockOf(node: Node, root: Node): Element | undefined {
  for (let each: Node | null = node; each && each !== root; each = each.parentNode)
    if (each instanceof Element && blocks.has(each.tagName)) return each;
  return undefined;
}

/** Returns the part of a fragment that a node belongs to. */
function topOf(node: Node, root: Node): ChildNode | undefined {
  let each: Node | null = node;
  while (each && each.parentNode !== root) each = each.parentNode;
  return (each as ChildNode | null) ?? undefined;
}

/** Least number of neighbouring parts without a change that are folded. */
const leastFolded = 3;

/** Folds the parts of a long text in which nothing changed, except those beside a change. */
function foldUnchanged(root: DocumentFragment): void {
  const parts = [...root.children];
  const hasChange = (part: Element | undefined) =>
    part !== undefined && (part.matches('.change') || part.querySelector('.change') !== null);
  if (!parts.some(hasChange)) return;
  const isFar = (index: number) => ![index - 1, index, index + 1].some((each) => hasChange(parts[each]));
  let run: Element[] = [];
  const fold = () => {
    if (run.length >= leastFolded) foldParts(run);
    run = [];
  };
  for (const [index, part] of parts.entries()) {
    if (isFar(index)) run.push(part);
    else fold();
  }
  fold();
}

function foldParts(parts: readonly Element[]): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link-button unchanged';
  button.textContent = texts.text('unchangedParts', { count: parts.length });
  for (const part of parts) part.setAttribute('hidden', '');
  button.addEventListener('click', () => {
    for (const part of parts) part.removeAttribute('hidden');
    button.remove();
  });
  parts[0]?.before(button);
}
