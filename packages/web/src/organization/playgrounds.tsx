import type { Playground } from '@parley/client';
import { SquareTerminal } from 'lucide';
import { createSignal, For, Show } from 'solid-js';
import { LineField, ToolbarForm } from '../forms/fields.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { useField, useIsAdministrator } from '../forms/self.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { showToast } from '../ui/toasts.tsx';
import { EmptyEntry, RemoveButton } from './entry-buttons.tsx';
import { o } from './texts.ts';

/** Lists code playgrounds: sites that open code blocks of a programming language. */
export default function PlaygroundsSection() {
  const { client } = useParley();
  const playgrounds = useField('realm_playgrounds');
  const isAdministrator = useIsAdministrator();
  const [name, setName] = createSignal('');
  const [language, setLanguage] = createSignal('');
  const [url, setUrl] = createSignal('');
  const saving = createSaving();
  const create = ({ name: title, pygments_language, url_template }: Omit<Playground, 'id'>) =>
    client.call('add-code-playground', { name: title, pygments_language, url_template });
  const add = async () => {
    const playground = {
      name: name().trim(),
      pygments_language: language().trim(),
      url_template: url().trim(),
    };
    if (!(await saving.run(() => create(playground)))) return;
    for (const clear of [setName, setLanguage, setUrl]) clear('');
  };
  const remove = async (playground: Playground) => {
    if (!(await attempt(client.call('remove-code-playground', { playground_id: playground.id })))) return;
    showToast(o('removed', { name: playground.name }), { undo: () => void attempt(create(playground)) });
  };
  return (
    <SettingGroup title={o('playgrounds')} help={o('playgroundsHelp')}>
      <Show when={isAdministrator()} fallback={<p class="muted">{o('onlyAdministrators')}</p>}>
        <ToolbarForm onSubmit={() => void add()}>
          <LineField label={o('playgroundName')} value={name()} onChange={setName} />
          <LineField label={o('playgroundLanguage')} value={language()} onChange={setLanguage} />
          <LineField
            label={o('playgroundUrl')}
            placeholder="https://…?code={code}"
            value={url()}
            onChange={setUrl}
          />
          <button
            type="submit"
            class="button is-primary"
            disabled={[name(), language(), url()].some((each) => each.trim() === '')}
          >
            {o('newPlayground')}
          </button>
          <SaveMark saving={saving} />
        </ToolbarForm>
      </Show>
      <ul class="plain-list">
        <For
          each={playgrounds()}
          fallback={<EmptyEntry icon={SquareTerminal}>{o('noPlaygrounds')}</EmptyEntry>}
        >
          {(playground) => (
            <li>
              <div class="row-main is-whole">
                <span dir="auto">
                  {playground.name} <span class="chip is-word">{playground.pygments_language}</span>
                </span>
                <code class="muted" dir="ltr">
                  {playground.url_template}
                </code>
              </div>
              <Show when={isAdministrator()}>
                <RemoveButton name={playground.name} isDangerous onClick={() => void remove(playground)} />
              </Show>
            </li>
          )}
        </For>
      </ul>
    </SettingGroup>
  );
}
