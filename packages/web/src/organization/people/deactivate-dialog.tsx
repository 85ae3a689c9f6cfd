import type { UserId } from '@parley/client';
import { createSignal, Show } from 'solid-js';
import { MessagesStay } from '../../bots/messages-stay.tsx';
import { TextField } from '../../forms/fields.tsx';
import { f } from '../../forms/texts.ts';
import { listOf } from '../../i18n/format.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { roles } from '../../model/self.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { o } from '../texts.ts';

/** Asks for confirmation before a person is deactivated, and explains the effects on the person's bots and messages. */
export function DeactivateDialog(props: { userId: UserId; onClose: () => void }) {
  const { client, store } = useParley();
  const [comment, setComment] = createSignal('');
  const users = [...store.people.users.values()];
  const bots = users.filter((user) => user.is_bot && user.is_active && user.bot_owner_id === props.userId);
  const owners = users.filter((user) => user.role === roles.owner && user.is_active && !user.is_bot);
  const isOnlyOwner = owners.length === 1 && owners[0]?.user_id === props.userId;
  const name = userName(store, props.userId);
  const deactivate = () => {
    const text = comment().trim();
    return client.call('deactivate-user', {
      user_id_or_email: String(props.userId),
      ...(text !== '' && { deactivation_notification_comment: text }),
    });
  };
  return (
    <FormDialog
      title={o('deactivateAsk', { name })}
      button={f('deactivate')}
      isDangerous
      isDisabled={isOnlyOwner}
      act={deactivate}
      onClose={props.onClose}
    >
      <Show when={!isOnlyOwner} fallback={<p class="notice">{o('deactivateOnly', { name })}</p>}>
        <p>{o('deactivateMore')}</p>
        <MessagesStay userId={props.userId} />
        <p>
          {bots.length === 0
            ? o('deactivateNoBots')
            : o('deactivateBots', {
                count: bots.length,
                names: listOf(bots.map(({ full_name: each }) => each)),
              })}
        </p>
        <TextField label={o('deactivateComment')} rows={2} value={comment()} onChange={setComment} />
      </Show>
    </FormDialog>
  );
}
