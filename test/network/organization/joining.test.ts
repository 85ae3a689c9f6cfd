import { type Body, Network, Organization, Person, until } from '@parley/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../notifications/mailbox.ts';

let network: Network;
let organization: Organization;
let owner: Person;
let alice: Person;
let guest: Person;
const mailbox = new Mailbox();

beforeAll(async () => {
  network = await Network.start({
    replicas: { 'user-admin': 2 },
    env: { PARLEY_MAIL_DIR: mailbox.folder, PARLEY_INVITATIONS_PER_DAY: '40' },
  });
  organization = await Organization.create(network);
  owner = organization.owner;
  ({ alice, guest } = await organization.add('alice', 'guest'));
  await owner.api.patch(`/users/${guest.userId}`, { role: 600 });
});

afterAll(async () => {
  await network?.stop();
  mailbox.remove();
});

const refusal = (msg: string, code = 'BAD_REQUEST') => ({ body: { msg, code } });

type Typed = Readonly<Record<string, string>>;

/** Loads a page as a browser does. Returns the fields of its form with their values. */
async function formOf(link: string): Promise<URLSearchParams> {
  const html = await (await fetch(link)).text();
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ?${name}="([^"]*)"`).exec(input)?.[1];
    fields.set(attribute('name')!, attribute('value') ?? '');
  }
  return fields;
}

/** Submits a form that was loaded before, with all its fields and the typed values. */
async function post(
  link: string,
  form: URLSearchParams,
  typed: Typed,
): Promise<{ status: number; html: string }> {
  const fields = new URLSearchParams(form);
  for (const [name, value] of Object.entries(typed)) {
    if (!fields.has(name)) throw new Error(`The page has no field ${name}.`);
    fields.set(name, value);
  }
  const response = await fetch(link, { method: 'POST', body: fields, redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}

const submit = async (link: string, typed: Typed) => post(link, await formOf(link), typed);

async function signIn(email: string, password: string): Promise<Person> {
  const body = await network.client().post('/fetch_api_key', { username: email, password });
  const identity = { userId: body.user_id as number, email, apiKey: body.api_key as string };
  return new Person(identity, network.client(identity));
}

const invite = (emails: string, more: Record<string, unknown> = {}, by = alice) =>
  by.api.post('/invites', { invitee_emails: emails, stream_ids: [], ...more });

describe('an invited person', () => {
  it('joins through the page, is subscribed to the channels of the invitation, and writes', async () => {
    await alice.subscribe(['plans'], undefined, { invite_only: true });
    await invite('New Comer <newcomer@test.example>', {
      stream_ids: [await channelIdOf(alice, 'plans')],
      include_realm_default_subscriptions: true,
    });
    const { link, text } = await mailbox.waitFor('newcomer@test.example', 'alice has invited you');
    expect(text).toContain('The link works until');
    const bobs = await alice.register({ event_types: ['realm_user', 'invites_changed', 'message'] });

    const refused = await submit(link, { full_name: 'Newcomer', password: 'short' });
    expect(refused).toMatchObject({ status: 400, html: expect.stringContaining('at least 12 characters') });
    expect(refused.html).toContain('value="Newcomer"');
    const joined = await submit(link, { full_name: 'Newcomer', password: 'a fine password' });
    expect(joined).toMatchObject({ status: 200, html: expect.stringContaining('You are in') });

    const newcomer = await signIn('newcomer@test.example', 'a fine password');
    expect(await newcomer.api.get('/users/me')).toMatchObject({ full_name: 'Newcomer', role: 400 });
    await until('the newcomer is subscribed', async () => {
      const { subscriptions } = await newcomer.api.get('/users/me/subscriptions');
      return subscriptions.some(({ name }: Body) => name === 'plans');
    });
    const id = await newcomer.send('plans', 'My first message', 'hello');
    expect(await alice.messages([{ operator: 'channel', operand: 'plans' }])).toMatchObject([{ id }]);

    // The server notifies the inviter. An invitation link works only once.
    const notice = await until('the inviter was told', async () =>
      (await alice.messages([{ operator: 'is', operand: 'dm' }])).at(-1),
    );
    expect(notice).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining('accepted your invitation'),
    });
    await network.caughtUp();
    const received = await bobs.pollNow();
    expect(received).toContainEqual(expect.objectContaining({ type: 'realm_user', op: 'add' }));
    expect(received).toContainEqual(expect.objectContaining({ type: 'invites_changed' }));
    expect((await fetch(link)).status).toBe(404);
    expect((await fetch(link, { method: 'POST' })).status).toBe(404);
  });

  it('gets one account when the link is used twice at the same time', async () => {
    await invite('twin@test.example');
    const { link } = await mailbox.waitFor('twin@test.example', 'invited');
    const form = await formOf(link);
    const both = await Promise.all(
      ['One', 'Two'].map((full_name) => post(link, form, { full_name, password: 'a fine password' })),
    );
    const [first, second] = both.map(({ status }) => status).sort();
    // The later one may find that the invitation has already ended.
    expect([first, [400, 404].includes(second!)]).toEqual([200, true]);
    await network.caughtUp();
    const { members } = await owner.api.get('/users');
    expect(members.filter((each: Body) => each.delivery_email === 'twin@test.example')).toHaveLength(1);
  });

  it('has one account when an administrator creates one at the same time', async () => {
    const names = ['twice0', 'twice1', 'twice2', 'twice3'];
    await invite(names.map((name) => `${name}@test.example`).join(','));
    for (const name of names) {
      const email = `${name}@test.example`;
      const { link } = await mailbox.waitFor(email, 'invited');
      const account = { email, full_name: name, password: 'a fine password' };
      const form = await formOf(link);
      const [joined, made] = await Promise.all([
        post(link, form, { full_name: name, password: 'a fine password' }),
        owner.api.raw('POST', '/users', account),
      ]);
      const [first, second] = [joined.status, made.status].sort();
      // An invitation ends as soon as its address has an account.
      expect([first, [400, 404].includes(second!)]).toEqual([200, true]);
    }
  });

  it('is welcomed with the text that an administrator chose', async () => {
    await invite('welcomed@test.example', { welcome_message_custom_text: 'Read *this* first.' }, owner);
    const { link } = await mailbox.waitFor('welcomed@test.example', 'invited');
    await submit(link, { full_name: 'Welcomed', password: 'a fine password' });
    const welcomed = await signIn('welcomed@test.example', 'a fine password');
    const [message] = await until('the welcome has come', async () => {
      const messages = await welcomed.messages([{ operator: 'is', operand: 'dm' }]);
      return messages.length > 0 && messages;
    });
    expect(message).toMatchObject({ sender_full_name: 'Welcome Bot', content: 'Read *this* first.' });
  });
});

async function channelIdOf(person: Person, name: string): Promise<number> {
  const { subscriptions } = await person.api.get('/users/me/subscriptions');
  return subscriptions.find((each: Body) => each.name === name).stream_id;
}

describe('invitations', () => {
  it('fail for some addresses and are sent to the others', async () => {
    const error = await invite('fine@test.example, not an address\nalice@test.example,').catch((e) => e);
    expect(error.body).toMatchObject({
      code: 'INVITATION_FAILED',
      sent_invitations: true,
      daily_limit_reached: false,
      license_limit_reached: false,
      errors: [
        ['not an address', 'Invalid address.', false],
        ['alice@test.example', 'Already has an account.', false],
      ],
    });
    expect(await mailbox.waitFor('fine@test.example', 'invited')).toBeDefined();
    const nobody = await invite('alice@test.example').catch((e) => e);
    expect(nobody.body).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false });
  });

  it('are listed, resent with another link, and revoked', async () => {
    await invite('listed@test.example', { invite_expires_in_minutes: null, notify_referrer_on_join: false });
    const first = await mailbox.waitFor('listed@test.example', 'invited');
    const { invites } = await alice.api.get('/invites');
    const listed = invites.find(({ email }: Body) => email === 'listed@test.example');
    expect(listed).toMatchObject({
      invited_by_user_id: alice.userId,
      invited_as: 400,
      expiry_date: null,
      is_multiuse: false,
      notify_referrer_on_join: false,
    });
    expect(JSON.stringify(invites)).not.toContain(first.link.split('/').at(-1));
    await alice.api.post(`/invites/${listed.id}/resend`);
    const second = await until('another mail has come', async () => {
      const mail = await mailbox.waitFor('listed@test.example', 'invited');
      return mail.link !== first.link && mail;
    });
    expect((await fetch(first.link)).status).toBe(404);
    expect((await fetch(second.link)).status).toBe(200);
    await expect(guest.api.delete(`/invites/${listed.id}`)).rejects.toMatchObject(
      refusal('Insufficient permission'),
    );
    await owner.api.delete(`/invites/${listed.id}`);
    expect((await fetch(second.link)).status).toBe(404);
    await expect(alice.api.delete(`/invites/${listed.id}`)).rejects.toMatchObject(
      refusal('No such invitation'),
    );
    await expect(alice.api.post(`/invites/${listed.id}/resend`)).rejects.toMatchObject(
      refusal('No such invitation'),
    );
  });

  it.each([
    ['', {}, 'You must specify at least one email address.'],
    [' , \n', {}, 'You must specify at least one email address.'],
    ['x@test.example', { invite_as: 100 }, 'Must be an organization owner'],
    ['x@test.example', { invite_as: 200 }, 'Must be an organization administrator'],
    ['x@test.example', { invite_as: 7 }, 'Invalid invite_as'],
    ['x@test.example', { stream_ids: [999_999] }, 'Invalid channel ID 999999. No invites were sent.'],
    ['x@test.example', { group_ids: [999_999] }, 'Invalid user group ID: 999999'],
  ])('to %j with %j are refused', async (emails, more, msg) => {
    await expect(invite(emails, more)).rejects.toMatchObject(refusal(msg));
    expect((await mailbox.all()).some(({ to }) => to === 'x@test.example')).toBe(false);
  });

  it('are refused for disposable mailboxes and address aliases if the organization forbids them', async () => {
    const email = 'somebody@mailinator.com';
    const failed = await invite(email).catch((e) => e);
    expect(failed.body).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [[email, 'Please use your real email address.', false]],
    });
    const account = { email, password: 'a fine password', full_name: 'Some Body' };
    await expect(owner.api.post('/users', account)).rejects.toMatchObject(
      refusal('Please use your real email address.'),
    );
    await expect(alice.api.patch('/settings', { email })).rejects.toMatchObject(
      refusal('Please use your real email address.'),
    );
    await owner.api.patch('/realm', { disallow_disposable_email_addresses: false });
    await invite(email);
    await owner.api.patch('/realm', { disallow_disposable_email_addresses: true });
    const { link } = await mailbox.waitFor(email, 'invited');
    const late = await submit(link, { full_name: 'Some Body', password: 'a fine password' });
    expect(late).toMatchObject({ status: 400, html: expect.stringContaining('your real email address') });

    await owner.api.post('/realm/domains', { domain: 'test.example', allow_subdomains: false });
    await owner.api.patch('/realm', { emails_restricted_to_domains: true });
    const outside = await invite('a+b@test.example,x@other.example').catch((e) => e);
    expect(outside.body.errors).toEqual([
      ['a+b@test.example', 'Email addresses containing + are not allowed.', false],
      ['x@other.example', 'Outside your domain.', false],
    ]);
    await owner.api.patch('/realm', { emails_restricted_to_domains: false });
  });

  it('are refused for guests, and for channels that the inviter may not add users to', async () => {
    const denied = refusal('Insufficient permission');
    await expect(invite('x@test.example', {}, guest)).rejects.toMatchObject(denied);
    await expect(guest.api.get('/invites')).rejects.toMatchObject(denied);
    await expect(guest.api.post('/invites/multiuse')).rejects.toMatchObject(denied);
    await expect(alice.api.post('/invites/multiuse')).rejects.toMatchObject(denied);
    await owner.subscribe(['secret'], undefined, { invite_only: true });
    const secret = await channelIdOf(owner, 'secret');
    await expect(invite('x@test.example', { stream_ids: [secret] })).rejects.toMatchObject(
      refusal(`Invalid channel ID ${secret}. No invites were sent.`),
    );
  });

  it('end when the inviter loses the permission to invite', async () => {
    const { mona } = await organization.add('mona');
    await owner.api.patch(`/users/${mona.userId}`, { role: 200 });
    await invite('strong@test.example', { invite_as: 200 }, mona);
    await invite('plain@test.example', {}, mona);
    const { invite_link } = await mona.api.post('/invites/multiuse', { invite_as: 300 });
    const queue = await mona.register({ event_types: ['invites_changed'] });
    await owner.api.patch(`/users/${mona.userId}`, { role: 400 });
    await network.caughtUp();
    expect(await queue.pollNow()).toMatchObject([{ type: 'invites_changed' }]);
    expect((await mona.api.get('/invites')).invites).toMatchObject([{ email: 'plain@test.example' }]);
    const { link } = await mailbox.waitFor('strong@test.example', 'invited');
    for (const gone of [link, invite_link]) expect((await fetch(gone)).status).toBe(404);
  });

  it('of administrators are accepted only while the inviter may still invite', async () => {
    const { nora } = await organization.add('nora');
    await owner.api.patch(`/users/${nora.userId}`, { role: 200 });
    await invite('boss@test.example', { invite_as: 200 }, nora);
    await invite('helper@test.example', {}, nora);
    const [boss, helper] = await Promise.all(
      ['boss', 'helper'].map((name) => mailbox.waitFor(`${name}@test.example`, 'invited')),
    );
    const { invite_link } = await nora.api.post('/invites/multiuse', { invite_as: 300 });
    await submit(invite_link, { email: 'walkin3@test.example' });
    const walkin = await mailbox.waitFor('walkin3@test.example', 'Confirm your address');
    const form = await formOf(boss!.link);
    const groups = (await owner.api.get('/user_groups', { include_deactivated_groups: false })).user_groups;
    const owners = groups.find(({ name }: Body) => name === 'role:owners').id;
    const {
      realm_can_invite_users_group: invitersBefore,
      realm_create_multiuse_invite_group: linkersBefore,
    } = await owner.api.post('/register', { fetch_event_types: ['realm'] });
    const permit = (inviters: unknown, linkers: unknown) =>
      owner.api.patch('/realm', {
        can_invite_users_group: { new: inviters },
        create_multiuse_invite_group: { new: linkers },
      });
    await permit(owners, owners);
    const person = { full_name: 'Boss', password: 'a fine password' };
    expect((await post(boss!.link, form, person)).html).toContain('not valid any more');
    for (const { link } of [boss!, walkin, { link: invite_link }])
      expect((await fetch(link)).status).toBe(404);
    // Members join whoever invited them.
    expect((await submit(helper!.link, { ...person, full_name: 'Helper' })).status).toBe(200);
    await permit(invitersBefore, linkersBefore);
    expect((await submit(boss!.link, person)).status).toBe(200);
    const joined = await signIn('boss@test.example', person.password);
    expect((await joined.api.get('/users/me')).role).toBe(200);
    // Ends the link.
    await owner.api.delete(`/users/${nora.userId}`);
  });

  it('end when the address has an account or another invitation, and the inviter is notified', async () => {
    await invite('made@test.example,taken@test.example');
    const queue = await alice.register({ event_types: ['invites_changed'] });
    const received = async () => {
      await network.caughtUp();
      return (await queue.pollNow()).length;
    };
    const openOnes = async () =>
      (await alice.api.get('/invites')).invites.map(({ email }: Body) => email as string);
    await owner.api.post('/users', {
      email: 'made@test.example',
      password: 'a fine password',
      full_name: 'Made',
    });
    expect(await received()).toBe(1);
    expect(await openOnes()).not.toContain('made@test.example');
    await invite('taken@test.example', {}, owner);
    expect(await received()).toBe(1);
    expect(await openOnes()).not.toContain('taken@test.example');
  });

  it('are not resent repeatedly', async () => {
    await invite('nagged@test.example');
    const { invites } = await alice.api.get('/invites');
    const { id } = invites.find(({ email }: Body) => email === 'nagged@test.example');
    for (let n = 0; n < 3; n++) await alice.api.post(`/invites/${id}/resend`);
    await expect(owner.api.post(`/invites/${id}/resend`)).rejects.toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMIT_HIT' },
    });
  });

  it('have a daily limit', async () => {
    const many = Array.from({ length: 41 }, (_, n) => `many${n}@test.example`).join(',');
    const error = await invite(many).catch((e) => e);
    expect(error.body).toMatchObject({
      code: 'INVITATION_FAILED',
      daily_limit_reached: true,
      sent_invitations: false,
      errors: [],
    });
  });
});

describe('a reusable link', () => {
  it('asks for an address, confirms the address by mail, and becomes invalid when it is revoked', async () => {
    const { invite_link } = await owner.api.post('/invites/multiuse', { invite_as: 600 });
    const { invites } = await owner.api.get('/invites');
    const listed = invites.find(({ is_multiuse }: Body) => is_multiuse);
    expect(listed).toMatchObject({ link_url: invite_link, invited_as: 600 });
    for (const name of ['walkin1', 'walkin2']) {
      const email = `${name}@test.example`;
      expect((await submit(invite_link, { email })).html).toContain('Check your mail');
      const { link } = await mailbox.waitFor(email, 'Confirm your address');
      expect((await submit(link, { full_name: name, password: 'a fine password' })).status).toBe(200);
      const person = await signIn(email, 'a fine password');
      expect((await person.api.get('/users/me')).role).toBe(600);
    }
    // Only the mail says that an account exists. The page must not reveal that.
    expect((await submit(invite_link, { email: alice.email })).html).toContain('Check your mail');
    expect(await mailbox.waitFor(alice.email, 'already have an account')).toMatchObject({ link: '' });
    // A personal invitation overrides the role of the reusable link.
    await invite('insider@test.example');
    await submit(invite_link, { email: 'insider@test.example' });
    const { link: insiders } = await mailbox.waitFor('insider@test.example', 'Confirm your address');
    await submit(insiders, { full_name: 'Insider', password: 'a fine password' });
    const insider = await signIn('insider@test.example', 'a fine password');
    expect((await insider.api.get('/users/me')).role).toBe(400);
    // The server sends at most three mails to an address per half hour.
    for (let n = 0; n < 5; n++) await submit(invite_link, { email: 'flooded@test.example' });
    await mailbox.waitFor('flooded@test.example', 'Confirm');
    const mails = await mailbox.all();
    expect(mails.filter(({ to }) => to === 'flooded@test.example').length).toBeLessThanOrEqual(3);
    await owner.api.delete(`/invites/multiuse/${listed.id}`);
    expect((await fetch(invite_link)).status).toBe(404);
    await expect(owner.api.delete(`/invites/multiuse/${listed.id}`)).rejects.toMatchObject(
      refusal('Invitation has already been revoked'),
    );
  });

  it('voids its confirmations when it is revoked, and the terms of the latest confirmation apply', async () => {
    const linkAs = async (role: number) => {
      const { invite_link } = await owner.api.post('/invites/multiuse', { invite_as: role });
      const { invites } = await owner.api.get('/invites');
      return { link: invite_link, id: invites.find(({ link_url }: Body) => link_url === invite_link).id };
    };
    const [guests, members] = [await linkAs(600), await linkAs(400)];
    const confirm = async (email: string, link: string, before = '') => {
      expect((await submit(link, { email })).html).toContain('Check your mail');
      return until('a mail with another link', async () => {
        const mail = await mailbox.waitFor(email, 'Confirm your address');
        return mail.link !== before && mail.link;
      });
    };
    const late = await confirm('late@test.example', guests.link);
    const again = await confirm('again@test.example', guests.link);
    const forMembers = await confirm('again@test.example', members.link, again);
    await owner.api.delete(`/invites/multiuse/${guests.id}`);
    expect((await fetch(late)).status).toBe(404);
    await submit(forMembers, { full_name: 'Again', password: 'a fine password' });
    const person = await signIn('again@test.example', 'a fine password');
    expect((await person.api.get('/users/me')).role).toBe(400);
    await owner.api.delete(`/invites/multiuse/${members.id}`);
  });

  it('is required if people cannot join the organization freely', async () => {
    const page = `${network.gatewayUrl()}/register`;
    expect((await fetch(page)).status).toBe(404);
    // A confirmation link that was mailed while no invitation was required ends when invitations are required.
    await owner.api.patch('/realm', { invite_required: false });
    await submit(page, { email: 'tardy@test.example' });
    const { link } = await mailbox.waitFor('tardy@test.example', 'Confirm your address');
    expect((await fetch(link)).status).toBe(200);
    await owner.api.patch('/realm', { invite_required: true });
    expect((await fetch(link)).status).toBe(404);
  });
});

describe('a forgotten password', () => {
  it('is replaced through a mail, once, without revealing which addresses have accounts', async () => {
    const page = `${network.gatewayUrl()}/reset-password`;
    const known = await submit(page, { email: alice.email });
    const unknown = await submit(page, { email: 'nobody@test.example' });
    expect(known).toEqual(unknown);
    const { link } = await mailbox.waitFor(alice.email, 'Reset your password');
    expect((await submit(link, { password: 'short' })).status).toBe(400);
    expect((await submit(link, { password: 'quite another one' })).html).toContain('was changed');
    expect((await submit(link, { password: 'and another one' })).status).toBe(400);
    expect((await signIn(alice.email, 'quite another one')).userId).toBe(alice.userId);
    expect((await mailbox.all()).some(({ to }) => to === 'nobody@test.example')).toBe(false);
  });

  it('voids other reset links and all browser sessions', async () => {
    const { bert } = await organization.add('bert');
    const page = `${network.gatewayUrl()}/reset-password`;
    const links = new Set<string>();
    for (let n = 0; n < 2; n++) {
      await submit(page, { email: bert.email });
      await until('another mail has come', async () => {
        const mails = (await mailbox.all()).filter(({ to, link }) => to === bert.email && link !== '');
        for (const { link } of mails) links.add(link);
        return links.size > n;
      });
    }
    const [first, second] = [...links];
    expect((await submit(second!, { password: 'the one that counts' })).status).toBe(200);
    expect((await submit(first!, { password: 'one that comes late' })).status).toBe(400);
    expect((await signIn(bert.email, 'the one that counts')).userId).toBe(bert.userId);
  });

  it('is not replaced from a page of another site', async () => {
    const response = await fetch(`${network.gatewayUrl()}/reset-password`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ email: alice.email }),
    });
    expect(response.status).toBe(403);
  });
});
