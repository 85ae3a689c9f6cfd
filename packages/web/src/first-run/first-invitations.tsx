import { createSignal, onMount, Show } from 'solid-js';
import { CopyField } from '../forms/copy-field.tsx';
import { Failure, Form } from '../forms/fields.tsx';
import { InvitationProblem } from '../forms/invitation-problem.tsx';
import { directionOf } from '../i18n/direction.ts';
import { mailAddresses } from '../lib/text/mail-addresses.ts';
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
  document.title = w('invitationsTitle');
  return (
    <AccountCard title={w('invitationsTitle')}>
      <p class="muted first-run-intro">
        {w('step', { step: 3 })} · {w('invitationsIntro')}
      </p>
      <ByMail />
      <ByLink />
      <a class="button is-primary" href="#inbox">
        {w('openParley')}
      </a>
    </AccountCard>
  );
}

/** Creates invitations by mail. Call it inside a component. */
function createInvitations() {
  const { client } = useParley();
  const [addresses, setAddresses] = createSignal('');
  const [invited, setInvited] = createSignal(0);
  const submission = createSubmission();
  const count = () => mailAddresses(addresses()).length;
  const send = () =>
    submission.run(async () => {
      const sent = count();
      await client.call('send-invites', { ...terms, invitee_emails: addresses() });
      setInvited(invited() + sent);
      setAddresses('');
    });
  return { addresses, setAddresses, invited, submission, count, send };
}

function ByMail() {
  const { addresses, setAddresses, invited, submission, count, send } = createInvitations();
  let field: HTMLTextAreaElement | undefined;
  onMount(() => field?.focus());
  return (
    <Form onSubmit={() => void send()}>
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
        <Show when={submission.error()}>{(error) => <InvitationProblem error={error()} />}</Show>
      </div>
      <p role="status" class="first-run-done">
        {invited() > 0 ? w('invited', { count: invited() }) : ''}
      </p>
      <button type="submit" class="button" disabled={submission.isBusy() || count() === 0}>
        {count() === 0 ? w('sendNoInvitations') : w('sendInvitations', { count: count() })}
      </button>
    </Form>
  );
}

function ByLink() {
  const { client } = useParley();
  const [link, setLink] = createSignal<string>();
  const links = createSubmission();
  const createLink = () =>
    links.run(async () => setLink((await client.call('create-invite-link', terms)).invite_link));

  return (
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
      <Failure text={links.problem()} />
    </section>
  );
}
