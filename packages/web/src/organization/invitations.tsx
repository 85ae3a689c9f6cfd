import type { AnswerOf } from '@parley/client';
import { createResource, createSignal, For, onCleanup, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { useField, useHasPermission } from '../forms/self.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { showToast } from '../ui/toasts.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { roleName } from './role-names.ts';
import { o } from './texts.ts';

type Invitation = AnswerOf<'get-invites'>['invites'][number];

/** Open invitations and reusable links. */
export default function Invitations() {
  const { client, store, connection } = useParley();
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  const [answer, { refetch }] = createResource(() => client.call('get-invites', {}));
  const [isInviting, setInviting] = createSignal(false);
  const [asked, setAsked] = createSignal<Invitation>();
  onCleanup(
    connection.onEvent((event) => {
      if (event.type === 'invites_changed') void refetch();
    }),
  );
  const all = () =>
    answer.error ? [] : (answer.latest?.invites.toSorted((one, other) => other.invited - one.invited) ?? []);
  const resend = async (invitation: Invitation) => {
    if (await attempt(client.call('resend-email-invite', { invite_id: invitation.id }))) {
      showToast(o('resent'));
      await refetch();
    }
  };
  const revoke = async ({ id, is_multiuse: isLink }: Invitation) => {
    if (isLink) await client.call('revoke-invite-link', { invite_id: id });
    else await client.call('revoke-email-invite', { invite_id: id });
    await refetch();
  };
  return (
    <>
      <div class="toolbar">
        <p class="muted">{o('invitationsHelp')}</p>
        <Show when={mayMail() || mayLink()}>
          <button type="button" class="button is-primary" onClick={() => setInviting(true)}>
            {o('invite')}
          </button>
        </Show>
      </div>
      <Show when={!answer.error} fallback={<NotLoaded text={o('notLoaded')} onRetry={() => refetch()} />}>
        <ul class="plain-list">
          <For
            each={all()}
            fallback={<li class="muted">{answer.loading ? t('loading') : o('noInvitations')}</li>}
          >
            {(invitation) => (
              <li>
                <div class="row-main">
                  <span dir="auto">{invitation.email ?? o('reusableLink')}</span>
                  <span class="muted">
                    {roleName(invitation.invited_as)} ·{' '}
                    {o('invitedBy', {
                      name: userName(store, invitation.invited_by_user_id),
                      time: shortDateTimeOf(invitation.invited),
                    })}{' '}
                    ·{' '}
                    {invitation.expiry_date === null
                      ? o('expiresNever')
                      : o('expiresAt', { time: shortDateTimeOf(invitation.expiry_date) })}
                  </span>
                </div>
                <Show when={invitation.link_url}>
                  {(link) => <CopyField label={o('inviteLink')} value={link()} />}
                </Show>
                <span class="list-actions">
                  <Show when={!invitation.is_multiuse}>
                    <button
                      type="button"
                      class="button"
                      aria-label={`${o('resend')}: ${invitation.email ?? ''}`}
                      onClick={() => void resend(invitation)}
                    >
                      {o('resend')}
                    </button>
                  </Show>
                  <button
                    type="button"
                    class="button is-danger"
                    aria-label={`${o('revoke')}: ${invitation.email ?? o('reusableLink')}`}
                    onClick={() => setAsked(invitation)}
                  >
                    {o('revoke')}
                  </button>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={asked()} keyed>
        {(invitation) => (
          <FormDialog
            title={o('revokeAsk')}
            button={o('revoke')}
            isDangerous
            act={() => revoke(invitation)}
            onClose={() => setAsked(undefined)}
          >
            <p>
              <strong>{invitation.email ?? o('reusableLink')}</strong>
            </p>
            <p>{o('revokeMore')}</p>
          </FormDialog>
        )}
      </Show>
      <Show when={isInviting()}>
        <InviteDialog
          onClose={() => {
            setInviting(false);
            void refetch();
          }}
        />
      </Show>
    </>
  );
}
