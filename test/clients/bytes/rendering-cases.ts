import assert from 'node:assert/strict';
import type { Case } from './cases.ts';

/** Message texts, each with patterns that its rendered HTML must match, and patterns that it must not match. */
const texts: readonly [text: string, must: readonly RegExp[], mustNot?: readonly RegExp[]][] = [
  ['http://leo@foo.com/my/file', [/href="http:\/\/leo@foo\.com\/my\/file"/]],
  [
    'https://user:pw@host.example/x',
    [/href="https:\/\/user:pw@host\.example\/x"/],
    [/href="https:\/\/user"/],
  ],
  ['see https://a.example/x:', [/href="https:\/\/a\.example\/x">/]],
  ['https://a.example/(b(c(d)))', [/href="https:\/\/a\.example\/\(b\(c\(d\)\)\)"/]],
  ['a@b.com/foo', [/a@b\.com/], [/href="mailto:a@b\.com\/foo"/]],
  ['- a\n  - b\n    - c', [/<ul>[\s\S]*<ul>[\s\S]*<ul>/]],
  ['```tex\nx^2\n```', [/<code>/], [/katex/]],
  ['pay $$_$$ now', [/<p>pay \$\$_\$\$ now<\/p>/]],
  ['__init__ and _x_', [/__init__ and _x_/], [/<em>|<strong>/]],
  ['[](https://a.example/)', [/href="https:\/\/a\.example\/"/]],
  ['~~~~ x ~~~~\n\nthe rest of the message', [/<p>[^<]*the rest of the message/]],
  ['| a | b |\n| - | - |', [/<tbody>/]],
  ['![x](https://a.example/x.mp3)', [/<a href="https:\/\/a\.example\/x\.mp3"[^>]*>x<\/a>/], [/<img/]],
  ['**bold\nover lines**', [/\*\*bold<br>\s*over lines\*\*/]],
  ['!:)?', [/<p>!:\)\?<\/p>/]],
  ['```py2\nprint 1\n```', [/data-code-language="Python/i]],
  ['`` a ``', [/<code>/]],
];

export const renderingCases: Case = {
  name: `the dialect’s corner cases render as clients expect (${texts.length} texts)`,
  async check({ person }) {
    const wrong: string[] = [];
    for (const [text, must, mustNot = []] of texts) {
      const { rendered } = await person.done('POST /api/v1/messages/render', { content: text });
      const isRight =
        must.every((each) => each.test(rendered)) && !mustNot.some((each) => each.test(rendered));
      if (!isRight) wrong.push(`${JSON.stringify(text)} → ${rendered}`);
    }
    const own = `${person.url}/#narrow/channel/1-general`;
    const { rendered } = await person.done('POST /api/v1/messages/render', { content: own });
    if (!/href="\/?#narrow/.test(rendered)) wrong.push(`${own} → ${rendered}`);
    assert.deepEqual(wrong, []);
  },
};
