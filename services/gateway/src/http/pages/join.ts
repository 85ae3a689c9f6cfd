import { sessionCookies } from '../../auth/cookies.ts';
import type { Ctx } from '../../context.ts';
import type { Page, PageContent, PageRequest } from '../../edge/route.ts';
import { attempt } from './attempt.ts';
import { escapeHtml, type Field, form, htmlPage, paragraph } from './html.ts';
import { type PlainPage, webClientPage } from './web-client.ts';

/** Pages to join with an invitation, or without one where joining is open: the new user chooses a name and a password. */
const paths = ['/join/{token}', '/register'] as const;

const emailField: Field = { name: 'email', label: 'Email address', type: 'email', autocomplete: 'email' };
const nameField: Field = { name: 'full_name', label: 'Your name', type: 'text', autocomplete: 'name' };
const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
};

const tokenOf = (request: PageRequest): string => request.path.token ?? '';

/** Shows the web client; browsers without JavaScript see the form. */
async function show(ctx: Ctx, request: PageRequest): Promise<PageContent> {
  const offer = await ctx.rpc.userAdmin.getJoinOffer({ token: tokenOf(request) }, request.call);
  return webClientPage(ctx, offerPage(offer, {}));
}

type Offer = { organization: string; email: string; isOpen: boolean };
type Said = { problem?: string; status?: number; fullName?: string; email?: string };

function offerPage({ organization, email, isOpen }: Offer, said: Said): PlainPage & { status: number } {
  const title = `Join ${organization}`;
  const status = said.status ?? 200;
  if (!isOpen) {
    const why = 'This link is not valid any more, or never was. Please ask for a new invitation.';
    return { title, content: paragraph(why), status: 404 };
  }
  if (email === '') {
    const intro = paragraph('We will mail you a link to choose your name and password with.');
    const fields = [{ ...emailField, value: said.email ?? '' }];
    return { title, content: intro + form(fields, 'Continue', said.problem), status };
  }
  const fields = [
    { ...emailField, value: email, isFixed: true },
    { ...nameField, value: said.fullName ?? '' },
    passwordField,
  ];
  return { title, content: form(fields, 'Join', said.problem), status };
}

/** Shows the form again, without the web client: whoever posts forms has no JavaScript. */
function repeated(offer: Offer, said: Said): PageContent {
  const { title, content, status } = offerPage(offer, said);
  return htmlPage(title, content, { status });
}

async function submit(ctx: Ctx, request: PageRequest): Promise<PageContent> {
  const token = tokenOf(request);
  const { call } = request;
  const offer = await ctx.rpc.userAdmin.getJoinOffer({ token }, call);
  if (!offer.isOpen) return repeated(offer, {});
  return offer.email === ''
    ? confirmAddress(ctx, request, offer, token)
    : createAccount(ctx, request, offer, token);
}

async function confirmAddress(
  ctx: Ctx,
  { form: sent, call }: PageRequest,
  offer: Offer,
  token: string,
): Promise<PageContent> {
  const email = sent.email ?? '';
  const done = await attempt(() => ctx.rpc.userAdmin.confirmAddress({ token, email }, call));
  if (done.problem !== undefined) return repeated(offer, { ...done, email });
  return htmlPage('Check your mail', paragraph(`We sent a mail to ${email}. Its link leads on.`));
}

async function createAccount(
  ctx: Ctx,
  { form: sent, call }: PageRequest,
  offer: Offer,
  token: string,
): Promise<PageContent> {
  const fullName = sent.full_name ?? '';
  const request = { token, fullName, password: sent.password ?? '', timezone: sent.timezone ?? '' };
  const done = await attempt(() => ctx.rpc.userAdmin.join(request, call));
  if (done.problem !== undefined) return repeated(offer, { ...done, fullName });
  const { session } = done.value;
  return htmlPage(
    `Welcome to ${offer.organization}`,
    `<p>You are in. Log in with a client of your choice at <code>${escapeHtml(ctx.config.publicUrl)}</code>
as <code>${escapeHtml(offer.email)}</code>.</p>`,
    {
      headers: { 'set-cookie': sessionCookies(session!.token, session!.lifeSeconds, ctx.config.isSecure) },
    },
  );
}

const nameOf = (path: string): string => (path === '/register' ? 'register-page' : 'join-page');

export const joinPages: readonly Page[] = paths.flatMap((path): Page[] => [
  { path, operation: nameOf(path), handle: show },
  { method: 'POST', path, operation: `submit-${nameOf(path)}`, handle: submit },
]);
