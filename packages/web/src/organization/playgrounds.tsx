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
import { AddEntry, createEditing, RemoveButton, RemoveDialog } from './removing.tsx';
import { o } from './texts.ts';

type Draft = Omit<Playground, 'id'>;

/** Returns the playgrounds, and what can be done with them. Call it inside a component. */
function createPlaygrounds() {
  const parley = useParley();
  const { client } = parley;
  const playgrounds = useField('realm_playgrounds');
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
  return { all, filter, add, remove, leftOf };
}

/** Lists code playgrounds: sites that open code blocks of a programming language. */
export default function PlaygroundsSection() {
  const { filter, add, remove, leftOf } = createPlaygrounds();
  const editing = createEditing<Playground>();
  return (
    <SettingGroup isPage title={o('playgrounds')} help={o('playgroundsHelp')}>
      <AddEntry label={o('newPlayground')} onPress={editing.add} />
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
          <PlaygroundRow playground={playground} onRemove={() => editing.askToRemove(playground)} />
        )}
      />
      <editing.Dialogs
        edit={(_, onClose) => <NewPlayground add={add} onClose={onClose} />}
        remove={(playground, onClose) => (
          <RemoveDialog name={playground.name} act={() => remove(playground)} onClose={onClose}>
            <p>{leftOf(playground)}</p>
          </RemoveDialog>
        )}
      />
    </SettingGroup>
  );
}

function PlaygroundRow(props: { playground: Playground; onRemove: () => void }) {
  const isAdministrator = useIsAdministrator();
  const { playground } = props;
  return (
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
        <RemoveButton isListItem name={playground.name} isDangerous onClick={props.onRemove} />
      </Show>
    </>
  );
}

/** Example code for the address that the dialog shows. It contains characters that URLs must encode. */
const exampleCode = 'print("1 + 1")';

/** Creates what the person enters about a playground. Call it inside a component. */
function createDraft() {
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
  const isIncomplete = () => Object.values(draft()).some((each) => each === '') || problem() !== undefined;
  return {
    name,
    setName,
    language,
    setLanguage,
    template,
    setTemplate,
    draft,
    example,
    problem,
    isIncomplete,
  };
}

function NewPlayground(props: { add: (draft: Draft) => Promise<unknown>; onClose: () => void }) {
  const playground = createDraft();
  const { draft, example, problem } = playground;
  return (
    <FormDialog
      title={o('newPlayground')}
      button={o('newPlayground')}
      isDisabled={playground.isIncomplete()}
      act={() => props.add(draft())}
      onClose={props.onClose}
    >
      <TextField
        label={o('playgroundName')}
        maxLength={limits.playgroundNameLength}
        value={playground.name()}
        onChange={playground.setName}
      />
      <TextField
        label={o('playgroundLanguage')}
        help={o('playgroundLanguageHelp')}
        maxLength={limits.playgroundLanguageLength}
        value={playground.language()}
        onChange={playground.setLanguage}
      />
      <TextField
        label={o('playgroundUrl')}
        help={o('playgroundUrlHelp')}
        problem={problem()}
        isCode
        maxLength={limits.playgroundAddressLength}
        value={playground.template()}
        onChange={playground.setTemplate}
      />
      <Example draft={draft()} example={problem() === undefined ? example() : undefined} />
    </FormDialog>
  );
}

/** Shows the address that a playground has for an example. */
function Example(props: { draft: Draft; example: string | undefined }) {
  return (
    <p role="status">
      <Show when={props.draft.url_template !== '' && props.example}>
        <code>{exampleCode}</code> →{' '}
        <a href={props.example} target="_blank" rel="noopener noreferrer" class="breaking">
          {props.example}
        </a>
      </Show>
    </p>
  );
}
