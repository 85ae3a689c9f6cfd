import { expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { render } from '../index.ts';

/** Returns the MathML of a formula without its source; undefined when the formula was not rendered. */
const shown = (tex: string): string | undefined =>
  /<math[^>]*>(.*?)<annotation/s.exec(render(`$$${tex}$$`, createContext()).html)?.[1];

it.each([
  [String.raw`\def\a#1#2{#2+#1}\a{x}{y}`, 'y+x'],
  [
    String.raw`\newcommand{\norm}[1]{\lVert #1 \rVert}\norm{x}\norm{\norm{y}}`,
    String.raw`\lVert x\rVert\lVert\lVert y\rVert\rVert`,
  ],
  [String.raw`\newcommand{\rat}{\mathbb{Q}}\rat\rat`, String.raw`\mathbb{Q}\mathbb{Q}`],
  [String.raw`\def\a[#1]{#1}\a[xy]`, 'xy'],
  [String.raw`\def\a b{x}\a b`, 'x'],
  [String.raw`\def\a#1{\def\b##1{#1##1}}\a{x}\b{y}`, 'xy'],
  [String.raw`\let\a\alpha \a`, String.raw`\alpha`],
  [String.raw`\def\a#1{#1y}\let\b\a \b{x}`, 'xy'],
  [String.raw`{\def\a{x}\a}\def\a{y}\a`, '{x}y'],
  [String.raw`\def\a#1{#1}\edef\b{\a{x}}\b`, 'x'],
  [String.raw`\renewcommand{\R}{x}\R`, 'x'],
])('the formula %s is shown like %s', (withMacros, without) => {
  expect(shown(withMacros)).toBeDefined();
  expect(shown(withMacros)).toBe(shown(without));
});

it.each([
  [
    'text that grows with each macro',
    String.raw`\def\a#1{\b{#1#1#1#1#1#1#1#1}}\def\b#1{\c{#1#1#1#1#1#1#1#1}}\def\c#1{\d{#1#1#1#1#1#1#1#1}}\def\d#1{#1#1#1#1#1#1#1#1}\a{x}`,
  ],
  ['an argument that does not exist', String.raw`\def\a#1{#2}\a{x}`],
])('a formula with %s is shown as its source', (_, tex) => {
  expect(shown(tex)).toBeUndefined();
});
