import { For } from 'solid-js';
import { operatorTexts } from '../filters/operators.ts';
import { f, type SearchText } from '../texts.ts';

/** What may stand in a search besides operators, each with its explanation. */
const words: readonly (readonly [string, SearchText])[] = [
  ['red car', 'helpWords'],
  ['"red car"', 'helpPhrase'],
  ['red OR blue', 'helpOr'],
  ['-red  -"red car"', 'helpNot'],
];

/** An example of each operator. */
const examples: Readonly<Record<string, string>> = {
  from: 'from:me',
  in: 'in:design',
  topic: 'topic:logo',
  has: 'has:link',
  filetype: 'filetype:pdf',
  after: 'after:2026-05-01',
  before: 'before:yesterday',
  during: 'during:"last week"',
  mentions: 'mentions:me',
  is: 'is:starred',
  dm: 'dm:anna',
  'dm-including': 'dm-including:anna',
  channels: 'channels:public',
  id: 'id:1234',
  with: 'with:1234',
  near: 'near:1234',
};

/** Renders how to search: words, phrases, and all operators. It takes the focus, so that keys can scroll what contains it. */
export function SearchHelp() {
  return (
    <section class="search-help" tabindex="0" aria-label={f('helpTitle')}>
      <h2>{f('helpTitle')}</h2>
      <dl>
        <For each={words}>{([example, text]) => <Entry example={example} text={text} />}</For>
        <For each={operatorTexts}>
          {([name, text]) => <Entry example={examples[name] ?? `${name}:`} text={text} />}
        </For>
        <Entry example="-has:link" text="helpNegated" />
      </dl>
    </section>
  );
}

function Entry(props: { example: string; text: SearchText }) {
  return (
    <div>
      <dt>
        <code>{props.example}</code>
      </dt>
      <dd>{f(props.text)}</dd>
    </div>
  );
}
