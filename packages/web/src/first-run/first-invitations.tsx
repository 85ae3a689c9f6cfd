import { createSignal, onMount, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { InvitationProblem } from '../forms/invitation-problem.tsx';
import { directionOf } from '../i18n/direction.ts';
import { useParley } from '../model/parley.tsx';
import { createSubmission } from '../model/submission.ts';
import { AccountCard } from '../sign-in/parts.tsx';
import { w } from './texts.ts';

const memberRole = 400;
const tenDays = 10 * 24 * 60;

const terms = {
  invite_as: memberRole,
  invite_expires_in_minutes: tenDays,
  stream_ids: [],
  include_realm_default_subscriptions: true,
};

/** Renders the step that invites the first people, by mail or with a link. */
export function FirstInvitations() {
  const { client } = useParley();
  const [addresses, setAddresses] = createSignal('');
  const [invited, setInvited] = createSignal(0);
  const [link, setLink] = createSignal<string>();
  const [refusal, setRefusal] = createSignal<unknown>();
  const [isSending, setSending] = createSignal(false);
  const links = createSubmission();
  const count = () =>
    addresses()
      .split(/[,\n]/)
      .filter((each) => each.trim() !== '').length;
  let field: HTMLTextAreaElement | undefined;
  onMount(() => field?.focus());
  document.title = w('invitationsTitle');

  async function send(): Promise<void> {
    const sent = count();
    setSending(true);
    setRefusal(undefined);
    try {
      await client.call('send-invites', { ...terms, invitee_emails: addresses() });
      setInvited(invited() + sent);
      setAddresses('');
    } catch (error) {
      setRefusal(error);
    } finally {
      setSending(false);
    }
  }
  const createLink = () =>
    links.run(async () => setLink((await client.call('create-invite-link', terms)).invite_link));

  return (
    <AccountCard title={w('invitationsTitle')}>
      <p class="muted first-run-intro">
        {w('step', { step: 3 })} · {w('invitationsIntro')}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label class="field">
          <span class="label">{w('addresses')}</span>
          <textarea
            class="input"
            rows={4}
            ref={field}
            dir={directionOf(addresses())}
            value={addresses()}
            on:input={(event) => setAddresses(event.currentTarget.value)}
          />
          <span class="muted">{w('addressesHelp')}</span>
        </label>
        <div role="alert">
          <Show when={refusal()}>{(error) => <InvitationProblem error={error()} />}</Show>
        </div>
        <p role="status" class="first-run-done">
          {invited() > 0 ? w('invited', { count: invited() }) : ''}
        </p>
        <button type="submit" class="button" disabled={isSending() || count() === 0}>
          {count() === 0 ? w('sendNoInvitations') : w('sendInvitations', { count: count() })}
        </button>
      </form>
      <section class="first-run-link" aria-labelledby="first-run-link">
        <h2 id="first-run-link">{w('orLink')}</h2>
        <p class="muted">{w('orLinkHelp')}</p>
        <Show
          when={link()}
          fallback={
            <button type="button" class="button" disabled={links.isBusy()} onClick={() => void createLink()}>
              {w('createLink')}
            </button>
          }
        >
          {(address) => <CopyField label={w('link')} value={address()} />}
        </Show>
        <div role="alert">
          <Show when={links.problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
        </div>
      </section>
      <a class="button is-primary" href="#inbox">
        {w('openParley')}
      </a>
    </AccountCard>
  );
}
