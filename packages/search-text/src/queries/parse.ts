import { emojiWithName } from '../analyzing/emoji.ts';
import { foldEmoji, type Token, tokensOf } from '../analyzing/tokens.ts';
import type { Unit } from '../analyzing/units.ts';
import {
  SearchError,
  type SearchExpression,
  type SearchNode,
  type SearchWord,
  type TermNode,
} from '../expression.ts';
import { onlyItem } from '../only-item.ts';
import { allOf, anyOf, eitherOf, sequenceOf, stemNodes, term, termAndPrefix, withoutOrder } from './nodes.ts';

const maxLength = 1_000;
const maxItems = 50;
const maxUnits = 200;

/** What changes how an operand is read. */
export interface SearchOptions {
  /** Whether the last word finds words that begin with it; true unless given. */
  readonly prefix?: boolean;
  /** Other spellings that also count as a word, by its folded form. */
  readonly corrections?: ReadonlyMap<string, readonly string[]>;
}

/** A word or phrase of an operand, as it is written. */
interface Item {
  readonly text: string;
  readonly start: number;
  readonly quoted: boolean;
  readonly excluded: boolean;
  /** Whether `OR` stands between it and the item before it. */
  readonly alternative: boolean;
}

/**
 * Reads an operand of `search`: words that must all occur, `OR` between alternatives, `-` before what must not occur, and quotes
 * around phrases. `OR` binds more strongly than a blank: `red blue OR green` is red and (blue or green).
 *
 * @throws SearchError when it is too long
 */
export function parseSearch(operand: string, options: SearchOptions = {}): SearchExpression {
  if (operand.length > maxLength)
    throw new SearchError('too_long', `A search has at most ${maxLength} characters.`);
  const items = itemsOf(operand.toWellFormed());
  if (items.length > maxItems)
    throw new SearchError('too_many_words', `A search has at most ${maxItems} words.`);
  const clauses: Clause[] = [];
  const words: SearchWord[] = [];
  let units = 0;
  for (const [index, item] of items.entries()) {
    const tokens = tokensOf(item.text, emojiWithName);
    units += tokens.reduce((sum, token) => sum + token.units.length, 0);
    if (units > maxUnits) throw new SearchError('too_many_words', `A search has at most ${maxUnits} words.`);
    const isLast = index === items.length - 1 && options.prefix !== false && !/\s$/.test(operand);
    const node = nodeOf(item, tokens, isLast, options);
    if (node === undefined) continue;
    words.push(...wordsOf(item, tokens));
    const condition: SearchNode = item.excluded ? { kind: 'not', item: node } : node;
    const before = item.alternative ? clauses.at(-1) : undefined;
    if (before) {
      before.conditions.push(condition);
      before.word = undefined;
    } else clauses.push({ conditions: [condition], word: isPlain(item) ? item.text : undefined });
  }
  return { root: { kind: 'all', items: withEmojiNames(clauses) }, words };
}

/** What stands around `OR`, or one word. */
interface Clause {
  readonly conditions: SearchNode[];
  /** The word, if it stands alone and outside of quotes. */
  word: string | undefined;
}

const isPlain = ({ quoted, excluded }: Item): boolean => !quoted && !excluded;

/** Longer names of emoji have more parts that are looked for by themselves. */
const maxWordsOfEmoji = 4;

/** Returns the conditions. Words that are the name of an emoji together, such as `thumbs up`, also find the emoji. */
function withEmojiNames(clauses: readonly Clause[]): SearchNode[] {
  const nodes: SearchNode[] = [];
  for (let at = 0; at < clauses.length; ) {
    const { count, emoji } = emojiNamedBy(clauses.slice(at, at + maxWordsOfEmoji));
    const named = allOf(clauses.slice(at, at + count).map(({ conditions }) => eitherOf(conditions)));
    nodes.push(emoji === undefined ? named : anyOf([named, term(foldEmoji(emoji), 'emoji')]));
    at += count;
  }
  return nodes;
}

/** Returns the emoji that the first clauses name, and how many these are. A word of letters alone is a name by its token. */
function emojiNamedBy(clauses: readonly Clause[]): { count: number; emoji: string | undefined } {
  for (let count = clauses.length; count > 0; count--) {
    const words = clauses.slice(0, count).map(({ word }) => word);
    if (words.includes(undefined) || (count === 1 && words[0] !== '+1')) continue;
    const emoji = emojiWithName(words.join('_').toLowerCase());
    if (emoji !== undefined) return { count, emoji };
  }
  return { count: 1, emoji: undefined };
}

/**
 * Matches a word or a phrase, perhaps with a minus sign before it. A quotation mark between Hebrew letters belongs to an acronym, and
 * several dashes begin the name of an option, such as `--dry-run`.
 */
const itemPattern =
  /((?:[-−–](?![-−–]))?)(?:["“”„«»]((?:[^"“”„«»]|(?<=[א-ת])["“”„](?=[א-ת]))*)(?:["“”„«»]|$)|((?:[^\s"“”„«»]|(?<=[א-ת])["“”„](?=[א-ת]))+))/gu;

/** Splits an operand into words and phrases. A quotation mark without its partner reaches to the end. */
function itemsOf(operand: string): Item[] {
  const items: Item[] = [];
  let alternative = false;
  for (const match of operand.matchAll(itemPattern)) {
    const [all, minus = '', phrase, word] = match;
    if (word === 'OR' && minus === '') {
      alternative = items.length > 0;
      continue;
    }
    const text = phrase ?? word ?? '';
    const start = match.index + all.indexOf(text, minus.length);
    items.push({ text, start, quoted: phrase !== undefined, excluded: minus !== '', alternative });
    alternative = false;
  }
  return items;
}

function nodeOf(
  item: Item,
  tokens: readonly Token[],
  isLast: boolean,
  options: SearchOptions,
): SearchNode | undefined {
  const units = tokens.flatMap((token) => token.units);
  if (units.length === 0) return undefined;
  if (item.quoted) return sequenceOf(units);
  if (item.excluded) return allOf(tokens.map((token) => tokenNode(token, false, true, options)));
  return allOf(
    tokens.map((token, index) => tokenNode(token, isLast && index === tokens.length - 1, false, options)),
  );
}

/** Returns the alternatives that find a token: as a whole, as its parts in a row, and its other forms. */
function tokenNode(token: Token, prefix: boolean, exactly: boolean, options: SearchOptions): SearchNode {
  const { units, wholes } = token;
  const whole = wholes.find(({ first, last }) => first === 0 && last === units.length - 1);
  const nodes: SearchNode[] = [];
  if (whole) nodes.push(...termAndPrefix(whole.term, prefix));
  const word = onlyItem(units);
  if (word === undefined || word.kind === 'pair') {
    nodes.push(sequenceOf(units, { prefix, stems: !exactly }));
    const looser = exactly ? undefined : withoutOrder(units);
    if (looser !== undefined) nodes.push(looser);
  } else nodes.push(...wordNodes(word, prefix, exactly, options));
  if (!exactly && units.every(({ kind }) => kind === 'word')) {
    const emoji = emojiWithName(units.map(({ literal }) => literal).join('_'));
    if (emoji !== undefined) nodes.push(term(foldEmoji(emoji), 'emoji'));
  }
  return anyOf(nodes);
}

function wordNodes(unit: Unit, prefix: boolean, exactly: boolean, options: SearchOptions): TermNode[] {
  const nodes = termAndPrefix(unit.literal, prefix);
  if (exactly) return nodes;
  if (/^\d[\d.,]*$/.test(unit.literal)) nodes.push(term(`${unit.literal}.`, 'prefix', true));
  if (unit.kind === 'word') nodes.push(...unit.also.map((form) => term(form, 'part')));
  nodes.push(...stemNodes(unit, nodes));
  for (const other of options.corrections?.get(unit.literal) ?? []) nodes.push(term(other, 'typo'));
  return nodes;
}

/** Returns the words of an item that could be misspelt. */
const wordsOf = (item: Item, tokens: readonly Token[]): SearchWord[] =>
  tokens
    .flatMap((token) => token.units)
    .filter(({ kind }) => kind === 'word')
    .map(({ literal, start, end }) => ({
      literal,
      start: item.start + start,
      end: item.start + end,
      quoted: item.quoted,
      excluded: item.excluded,
    }));
