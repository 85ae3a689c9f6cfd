import { ApiError } from '@parley/client';
import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { reasonOf } from '../model/failures.ts';
import { f } from './texts.ts';

/** Shows why invitations were refused, for each mail address if the server names them. */
export function InvitationProblem(props: { error: unknown }) {
  const byAddress = createMemo(() => {
    const { error } = props;
    const errors = error instanceof ApiError ? error.fields.errors : undefined;
    return Array.isArray(errors) ? (errors as [string, string, boolean][]) : [];
  });
  const reason = () => reasonOf(props.error);
  return (
    <Show when={byAddress().length > 0 || reason() !== undefined}>
      <div class="notice is-error">
        <Show when={byAddress().length > 0} fallback={<span>{reason()}</span>}>
          <div>
            <p>{f('inviteErrors')}</p>
            <ul class="bullets">
              <For each={byAddress()}>
                {([address, reason]) => (
                  <li dir={directionOf(`${address} ${reason}`)}>
                    {address}: {reason}
                  </li>
                )}
              </For>
            </ul>
          </div>
        </Show>
      </div>
    </Show>
  );
}
