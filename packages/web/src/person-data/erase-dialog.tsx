import { createResource, createSignal, createUniqueId, Show } from 'solid-js';
import { TextField } from '../forms/fields.tsx';
import { listOf } from '../i18n/format.ts';
import { countMessages } from '../model/count-messages.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { roles } from '../model/self.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { p } from './texts.ts';

/**
 * Asks for confirmation before a person's data is erased, and explains what is deleted and what remains. Shows the report
 * afterwards.
 */
export function EraseDialog(props: { userId: number; onClose: () => void }) {
  const parley = useParley();
  const { client, store } = parley;
  const [deletesMessages, setDeletesMessages] = createSignal(false);
  const [typed, setTyped] = createSignal('');
  const [counted] = createResource(() =>
    countMessages(client, [{ operator: 'sender', operand: props.userId }]).catch(() => undefined),
  );
  const users = [...store.people.users.values()];
  const bots = users.filter((user) => user.is_bot && user.is_active && user.bot_owner_id === props.userId);
  const owners = users.filter((user) => user.role === roles.owner && user.is_active && !user.is_bot);
  const isOnlyOwner = owners.length === 1 && owners[0]?.user_id === props.userId;
  const name = userName(store, props.userId);
  const group = createUniqueId();
  const erase = async () => {
    await client.call('erase-user', { user_id: props.userId, delete_messages: deletesMessages() });
    parley.router.go('#organization/erasures');
  };
  const Choice = (choice: { deletes: boolean; label: string; help: string }) => (
    <label>
      <input
        type="radio"
        name={group}
        checked={deletesMessages() === choice.deletes}
        onChange={() => setDeletesMessages(choice.deletes)}
      />
      <span>
        {choice.label}
        <span class="setting-help is-block">{choice.help}</span>
      </span>
    </label>
  );
  return (
    <FormDialog
      title={p('eraseAsk', { name })}
      button={p('erase')}
      isDangerous
      isDisabled={isOnlyOwner || typed().trim() !== name}
      act={erase}
      onClose={props.onClose}
    >
      <Show when={!isOnlyOwner} fallback={<p class="notice">{p('eraseOnly', { name })}</p>}>
        <p>{p('eraseMore', { id: String(props.userId) })}</p>
        <Show when={bots.length > 0}>
          <p>
            {p('eraseBots', {
              count: bots.length,
              names: listOf(bots.map(({ full_name: each }) => each)),
            })}
          </p>
        </Show>
        <fieldset class="radio-list">
          <legend class="label">{p('eraseMessages')}</legend>
          <Choice
            deletes={false}
            label={p('eraseKeeps')}
            help={p('eraseKeepsMore', { id: String(props.userId) })}
          />
          <Choice deletes label={p('eraseDeletes')} help={p('eraseDeletesMore')} />
        </fieldset>
        <p class="muted" role="status">
          <Show when={counted()}>
            {(found) => (
              <>{p(found().isAll ? 'eraseCounted' : 'eraseCountedMany', { count: found().count })}</>
            )}
          </Show>
        </p>
        <p class="notice">{p('eraseFinal')}</p>
        <TextField
          label={p('eraseType')}
          help={p('eraseTypeHelp', { name })}
          value={typed()}
          onChange={setTyped}
        />
      </Show>
    </FormDialog>
  );
}
