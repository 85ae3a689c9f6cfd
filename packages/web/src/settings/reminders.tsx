import type { SavedSnippet } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createSignal, For, Show } from 'solid-js';
import { TextField } from '../forms/fields.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { f } from '../forms/texts.ts';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { s } from './texts.ts';

/** Renders the pending reminders of the person, and their saved snippets. */
export default function RemindersSection() {
  return (
    <>
      <Reminders />
      <Snippets />
    </>
  );
}

function Reminders() {
  const parley = useParley();
  const { store, client } = parley;
  const reminders = useDerived([store.personal.reminders], () =>
    [...store.personal.reminders.values()].sort(
      (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
    ),
  );
  return (
    <SettingGroup title={s('reminders')} help={s('remindersHelp')}>
      <ul class="plain-list">
        <For each={reminders()} fallback={<li class="muted">{s('noReminders')}</li>}>
          {(reminder) => (
            <li>
              <a class="row-main" href={`#narrow/near/${reminder.reminder_target_message_id}`}>
                <span>{shortDateTimeOf(reminder.scheduled_delivery_timestamp)}</span>
                <span class="muted" dir={directionOf(reminder.content)}>
                  {reminder.content}
                </span>
              </a>
              <button
                type="button"
                class="button"
                aria-label={s('cancelReminder', {
                  time: shortDateTimeOf(reminder.scheduled_delivery_timestamp),
                })}
                onClick={() =>
                  void attempt(parley, client.call('delete-reminder', { reminder_id: reminder.reminder_id }))
                }
              >
                {t('delete')}
              </button>
            </li>
          )}
        </For>
      </ul>
    </SettingGroup>
  );
}

/** Returns the saved snippets, by title. Call it inside a component. */
function useSnippets() {
  const { store } = useParley();
  const snippets = useDerived([store.personal.savedSnippets], () =>
    [...store.personal.savedSnippets.values()].sort((one, other) => compareNames(one.title, other.title)),
  );
  return snippets;
}

function Snippets() {
  const parley = useParley();
  const { client } = parley;
  const [edited, setEdited] = createSignal<SavedSnippet | 'new'>();
  const snippets = useSnippets();
  const remove = async ({ id, title, content }: SavedSnippet) => {
    if (!(await attempt(parley, client.call('delete-saved-snippet', { saved_snippet_id: id })))) return;
    const undo = () => void attempt(parley, client.call('create-saved-snippet', { title, content }));
    parley.toasts.show(s('snippetRemoved', { title }), { undo });
  };
  return (
    <SettingGroup title={s('snippets')} help={s('snippetsHelp')}>
      <div class="form-actions">
        <button type="button" class="button is-primary" onClick={() => setEdited('new')}>
          {s('newSnippet')}
        </button>
      </div>
      <ul class="plain-list">
        <For each={snippets()} fallback={<li class="muted">{s('noSnippets')}</li>}>
          {(snippet) => (
            <SnippetRow
              snippet={snippet}
              onEdit={() => setEdited(snippet)}
              onRemove={() => void remove(snippet)}
            />
          )}
        </For>
      </ul>
      <Show when={edited()} keyed>
        {(present) => (
          <SnippetDialog
            snippet={present === 'new' ? undefined : present}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Show>
    </SettingGroup>
  );
}

function SnippetRow(props: { snippet: SavedSnippet; onEdit: () => void; onRemove: () => void }) {
  const { snippet } = props;
  return (
    <li>
      <div class="row-main">
        <span dir={directionOf(snippet.title)}>{snippet.title}</span>
        <span class="muted" dir={directionOf(snippet.content)}>
          {snippet.content}
        </span>
      </div>
      <button
        type="button"
        class="button"
        aria-label={`${t('edit')}: ${snippet.title}`}
        onClick={() => props.onEdit()}
      >
        {t('edit')}
      </button>
      <button
        type="button"
        class="button is-danger"
        aria-label={f('remove', { name: snippet.title })}
        onClick={() => props.onRemove()}
      >
        {t('delete')}
      </button>
    </li>
  );
}

function SnippetDialog(props: { snippet: SavedSnippet | undefined; onClose: () => void }) {
  const { client } = useParley();
  const before = props.snippet;
  const [title, setTitle] = createSignal(before?.title ?? '');
  const [content, setContent] = createSignal(before?.content ?? '');
  const save = () => {
    const fields = { title: title().trim(), content: content() };
    return before
      ? client.call('edit-saved-snippet', { saved_snippet_id: before.id, ...fields })
      : client.call('create-saved-snippet', fields);
  };
  return (
    <FormDialog
      title={before ? before.title : s('newSnippet')}
      button={t('save')}
      isDisabled={title().trim() === '' || content().trim() === ''}
      act={save}
      onClose={props.onClose}
    >
      <TextField
        label={s('snippetTitle')}
        maxLength={limits.snippetTitleLength}
        value={title()}
        onChange={setTitle}
      />
      <TextField label={s('snippetContent')} rows={5} value={content()} onChange={setContent} />
    </FormDialog>
  );
}
