import type { Playground } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { SquareTerminal } from 'lucide';
import { createMemo, createSignal, Show } from 'solid-js';
import { playgroundAddress, playgroundsOf } from '../content/playgrounds.ts';
import { createEntryFilter, EmptyNote } from '../forms/entries.tsx';
import { TextField } from '../forms/fields.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { attempt } from '../model/actions.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useField, useIsAdministrator } from '../model/self.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { RemoveButton, RemoveDialog } from './removing.tsx';
import { o } from './texts.ts';

type Draft = Omit<Playground, 'id'>;

/** Lists code playgrounds: sites that open code blocks of a programming language. */
export default function PlaygroundsSection() {
  const parley = useParley();
  const { client } = parley;
  const playgrounds = useField('realm_playgrounds');
  const isAdministrator = useIsAdministrator();
  const [isAdding, setAdding] = createSignal(false);
  const [asked, setAsked] = createSignal<Playground>();
  const all = createMemo(() =>
    (playgrounds() ?? []).toSorted(
      (one, other) =>
        compareNames(one.pygments_language, other.pygments_language) || compareNames(one.name, other.name),
    ),
  );
  const filter = createEntryFilter(
    all,
    ({ name, pygments_language, url_template }) => `${name}\n${pygments_language}\n${url_template}`,
  );
  const add = ({ name, pygments_language, url_template }: Draft) =>
    client.call('add-code-playground', { name, pygments_language, url_template });
  const remove = async (playground: Playground) => {
    await client.call('remove-code-playground', { playground_id: playground.id });
    parley.toasts.show(o('removed', { name: playground.name }), {
      undo: () => void attempt(parley, add(playground)),
    });
  };
  /** Returns a text that says at how many sites code of this language can still be opened after the removal. */
  const leftOf = ({ pygments_language: language }: Playground) => {
    const count = playgroundsOf(all(), language).length - 1;
    return count === 0
      ? o('removePlaygroundLast', { language })
      : o('removePlaygroundLeft', { count, language });
  };
  return (
    <SettingGroup isPage title={o('playgrounds')} help={o('playgroundsHelp')}>
      <Show when={isAdministrator()} fallback={<p class="muted">{o('onlyAdministrators')}</p>}>
        <div class="form-actions">
          <button type="button" class="button is-primary" onClick={() => setAdding(true)}>
            {o('newPlayground')}
          </button>
        </div>
      </Show>
      <filter.Field />
      <VirtualList
        label={o('playgrounds')}
        items={filter.found()}
        rowRem={3.5}
        maxRem={35}
        fallback={
          <filter.Nothing>
            <EmptyNote icon={SquareTerminal}>{o('noPlaygrounds')}</EmptyNote>
          </filter.Nothing>
        }
        row={(playground) => (
          <>
            <div class="row-main">
              <span dir={directionOf(playground.name)}>
                {playground.name} <span class="chip is-word">{playground.pygments_language}</span>
              </span>
              <code class="muted" dir="ltr" title={playground.url_template}>
                {playground.url_template}
              </code>
            </div>
            <Show when={isAdministrator()}>
              <RemoveButton
                isListItem
                name={playground.name}
                isDangerous
                onClick={() => setAsked(playground)}
              />
            </Show>
          </>
        )}
      />
      <Show when={isAdding()}>
        <NewPlayground add={add} onClose={() => setAdding(false)} />
      </Show>
      <Show when={asked()} keyed>
        {(playground) => (
          <RemoveDialog
            name={playground.name}
            act={() => remove(playground)}
            onClose={() => setAsked(undefined)}
          >
            <p>{leftOf(playground)}</p>
          </RemoveDialog>
        )}
      </Show>
    </SettingGroup>
  );
}

/** Example code for the address that the dialog shows. It contains characters that URLs must encode. */
const exampleCode = 'print("1 + 1")';

function NewPlayground(props: { add: (draft: Draft) => Promise<unknown>; onClose: () => void }) {
  const [name, setName] = createSignal('');
  const [language, setLanguage] = createSignal('');
  const [template, setTemplate] = createSignal('');
  const draft = (): Draft => ({
    name: name().trim(),
    pygments_language: language().trim(),
    url_template: template().trim(),
  });
  const example = () => playgroundAddress(draft(), exampleCode);
  const problem = () => {
    const { url_template: given } = draft();
    if (given === '') return undefined;
    if (!/\{[+#./;?&]?code(?::\d+|\*)?\}/.test(given)) return o('playgroundWithoutCode');
    return example() === undefined ? o('playgroundNoAddress') : undefined;
  };
  return (
    <FormDialog
      title={o('newPlayground')}
      button={o('newPlayground')}
      isDisabled={Object.values(draft()).some((each) => each === '') || problem() !== undefined}
      act={() => props.add(draft())}
      onClose={props.onClose}
    >
      <TextField
        label={o('playgroundName')}
        maxLength={limits.playgroundNameLength}
        value={name()}
        onChange={setName}
      />
      <TextField
        label={o('playgroundLanguage')}
        help={o('playgroundLanguageHelp')}
        maxLength={limits.playgroundLanguageLength}
        value={language()}
        onChange={setLanguage}
      />
      <TextField
        label={o('playgroundUrl')}
        help={o('playgroundUrlHelp')}
        problem={problem()}
        isCode
        maxLength={limits.playgroundAddressLength}
        value={template()}
        onChange={setTemplate}
      />
      <p role="status">
        <Show when={draft().url_template !== '' && problem() === undefined}>
          <code>{exampleCode}</code> →{' '}
          <a href={example()} target="_blank" rel="noopener noreferrer" class="breaking">
            {example()}
          </a>
        </Show>
      </p>
    </FormDialog>
  );
}
