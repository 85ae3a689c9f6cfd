import { partBefore } from '@parley/core';
import { link, webAddress } from '../markdown.ts';

/**
 * Returns Slack's text format as Markdown: `*bold*`, `_italic_`, `~strike~`, links in angle brackets, and mentions. Code stays as it is.
 * A text in Mattermost's form, which is Markdown already, changes little: only what Slack's form has beyond it is replaced.
 */
export function fromMrkdwn(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? unescaped(part) : fromRunningText(part)))
    .join('');
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function fromRunningText(text: string): string {
  const angles: string[] = [];
  // Characters of the private use area stand for what is in angle brackets: marks in addresses stay as they are, and marks around links count.
  const marked = text
    .replaceAll(/[\uE002\uE003]/g, '')
    .replaceAll(/<([^<>\n]{1,4000})>/g, (whole, inner: string) => {
      angles.push(fromAngle(inner, whole));
      return `\uE002${angles.length - 1}\uE003`;
    });
  return unescaped(fromMarks(marked)).replaceAll(
    /\uE002(\d+)\uE003/g,
    (_, index) => angles[Number(index)] ?? '',
  );
}

function fromAngle(inner: string, whole: string): string {
  const bar = inner.indexOf('|');
  const [target, label] = bar < 0 ? [inner, ''] : [inner.slice(0, bar), inner.slice(bar + 1)];
  if (target.startsWith('@') || target.startsWith('#'))
    return plainReference(label || target.slice(1), target.charAt(0));
  if (target.startsWith('!date^')) return label;
  if (target.startsWith('!')) return plainReference(label || partBefore(target.slice(1), '^'), '@');
  if (webAddress(unescaped(target)) !== '') {
    return label === '' || label === target ? unescaped(target) : link(unescaped(label), unescaped(target));
  }
  return unescaped(whole);
}

/** Names people, groups and channels without mentioning them, because the IDs are those of another place. */
const plainReference = (name: string, mark: string): string =>
  name.startsWith(mark) ? name : `${mark}${name}`;

const edge = String.raw`(?<![\p{L}\p{N}*_~\\])`;
const end = String.raw`(?![\p{L}\p{N}*_~])`;
const bold = new RegExp(String.raw`${edge}\*(?=\S)([^*\n]{1,2000}?)(?<=\S)\*${end}`, 'gu');
const italic = new RegExp(String.raw`${edge}_(?=\S)([^_\n]{1,2000}?)(?<=\S)_${end}`, 'gu');
const strike = new RegExp(String.raw`${edge}~(?=\S)([^~\n]{1,2000}?)(?<=\S)~${end}`, 'gu');

const fromMarks = (text: string): string =>
  text.replace(bold, '**$1**').replace(italic, '*$1*').replace(strike, '~~$1~~');
