import type { Store, User, UserId } from '@parley/client';
import { createResource, createSignal, Show } from 'solid-js';
import { RadioField, TextField } from '../forms/fields.tsx';
import { listOf } from '../i18n/format.ts';
import { countMessages } from '../model/loading/count-messages.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { roles } from '../model/self.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { p } from './texts.ts';

/** Returns a person's active bots, and whether the person is the only owner. */
function dependents(store: Store, userId: UserId) {
  const users = [...store.people.users.values()];
  const bots = users.filter((user) => user.is_bot && user.is_active && user.bot_owner_id === userId);
  const owners = users.filter((user) => user.role === roles.owner && user.is_active && !user.is_bot);
  const isOnlyOwner = owners.length === 1 && owners[0]?.user_id === userId;
  return { bots, isOnlyOwner };
}

/**
 * Asks for confirmation before a person's data is erased, and explains what is deleted and what remains. Shows the report
 * afterwards.
 */
export function EraseDialog(props: { userId: UserId; onClose: () => void }) {
  const parley = useParley();
  const { client, store } = parley;
  const [deletesMessages, setDeletesMessages] = createSignal(false);
  const [typed, setTyped] = createSignal('');
  const { bots, isOnlyOwner } = dependents(store, props.userId);
  const name = userName(store, props.userId);
  const erase = async () => {
    await client.call('erase-user', { user_id: props.userId, delete_messages: deletesMessages() });
    parley.router.go('#organization/erasures');
  };
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
        <OwnedBots bots={bots} />
        <MessagesField userId={props.userId} deletes={deletesMessages()} onChange={setDeletesMessages} />
        <MessageCount userId={props.userId} />
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

function MessageCount(props: { userId: UserId }) {
  const { client } = useParley();
  const [counted] = createResource(() =>
    countMessages(client, [{ operator: 'sender', operand: props.userId }]).catch(() => undefined),
  );
  return (
    <p class="muted" role="status">
      <Show when={counted()}>
        {(found) => <>{p(found().isAll ? 'eraseCounted' : 'eraseCountedMany', { count: found().count })}</>}
      </Show>
    </p>
  );
}

/** Renders whether the person's messages are kept. */
function MessagesField(props: { userId: UserId; deletes: boolean; onChange: (deletes: boolean) => void }) {
  return (
    <RadioField
      label={p('eraseMessages')}
      value={props.deletes ? 'deletes' : 'keeps'}
      options={[
        {
          value: 'keeps',
          label: p('eraseKeeps'),
          help: p('eraseKeepsMore', { id: String(props.userId) }),
        },
        { value: 'deletes', label: p('eraseDeletes'), help: p('eraseDeletesMore') },
      ]}
      onChange={(what) => props.onChange(what === 'deletes')}
    />
  );
}

function OwnedBots(props: { bots: readonly User[] }) {
  return (
    <Show when={props.bots.length > 0}>
      <p>
        {p('eraseBots', {
          count: props.bots.length,
          names: listOf(props.bots.map(({ full_name: each }) => each)),
        })}
      </p>
    </Show>
  );
}
