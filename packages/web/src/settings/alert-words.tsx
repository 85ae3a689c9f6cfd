import { limits } from '@parley/rules/limits';
import { X } from 'lucide';
import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { Form } from '../forms/fields.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { f } from '../forms/texts.ts';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { Icon } from '../ui/icon.tsx';
import { s } from './texts.ts';

/** Lists the person's alert words. A message that contains one of them notifies the person. */
export default function AlertWordsSection() {
  const parley = useParley();
  const { client } = parley;
  const words = useField('alert_words');
  const remove = async (word: string) => {
    if (!(await attempt(parley, client.call('remove-alert-words', { alert_words: [word] })))) return;
    const undo = () => void attempt(parley, client.call('add-alert-words', { alert_words: [word] }));
    parley.toasts.show(s('wordRemoved', { word }), { undo });
  };
  return (
    <SettingGroup isPage title={s('alertWords')} help={s('alertHelp')}>
      <AddWord />
      <Show when={(words() ?? []).length > 0} fallback={<p class="muted">{s('noWords')}</p>}>
        <ul class="members-field">
          <For each={words()?.toSorted(compareNames)}>
            {(word) => (
              <li>
                <button
                  type="button"
                  class="chip is-word"
                  aria-label={f('remove', { name: word })}
                  onClick={() => void remove(word)}
                >
                  <span dir={directionOf(word)}>{word}</span>
                  <Icon of={X} />
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </SettingGroup>
  );
}

function AddWord() {
  const { client } = useParley();
  const [text, setText] = createSignal('');
  const saving = createSaving();
  const id = createUniqueId();
  const add = async () => {
    const word = text().trim();
    if (word === '') return;
    if (await saving.run(() => client.call('add-alert-words', { alert_words: [word] }))) setText('');
  };
  return (
    <>
      <Form class="inline-form" onSubmit={() => void add()}>
        <div class="field">
          <label class="label" for={id}>
            {s('addWord')}
          </label>
          <input
            class="input"
            id={id}
            data-max-length={limits.alertWordLength}
            dir={directionOf(text())}
            value={text()}
            on:input={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="button is-primary" disabled={text().trim() === ''}>
          {t('add')}
        </button>
      </Form>
      <SaveMark saving={saving} />
    </>
  );
}
