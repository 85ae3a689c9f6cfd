import { escapeHtml, required } from '@parley/core';
import { type Language, textsIn } from '@parley/texts';
import { sessionCookies } from '../../auth/cookies.ts';
import type { Ctx } from '../../context.ts';
import { type Field, form, htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { PageContent } from '../../edge/answer/page-content.ts';
import type { Page, PageRequest } from '../../edge/declaration/route.ts';
import { attempt } from './attempt.ts';
import { type PlainPage, webClientPage } from './web-client.ts';

/** With an invitation, and without one if the organization allows that. */
const paths = ['/join/{token}', '/register'] as const;

const tokenOf = (request: PageRequest): string => request.path.token ?? '';

/** Shows the web client, or a form in browsers without JavaScript. */
async function show(ctx: Ctx, request: PageRequest): Promise<PageContent> {
  const offer = await ctx.rpc.userAdmin.getJoinOffer({ token: tokenOf(request) }, request.call);
  return webClientPage(ctx, offerPage(offer, {}, request.language));
}

type Offer = { organization: string; email: string; isOpen: boolean };
/** The reason of a refusal, and the values to show again. Empty before the first submission. */
type Submission = { problem?: string; status?: number; fullName?: string; email?: string };

function offerPage(
  { organization, email, isOpen }: Offer,
  submission: Submission,
  language: Language,
): PlainPage & { status: number } {
  const { pages } = textsIn(language);
  const emailField: Field = { name: 'email', label: pages.email, type: 'email', autocomplete: 'email' };
  const title = pages.join.title({ organization });
  const status = submission.status ?? 200;
  if (!isOpen) {
    return { title, content: paragraph(pages.join.closed), status: 404, language };
  }
  if (email === '') {
    const fields = [{ ...emailField, value: submission.email ?? '' }];
    const content = paragraph(pages.join.intro) + form(fields, pages.continue, submission.problem);
    return { title, content, status, language };
  }
  const fields: Field[] = [
    { ...emailField, value: email, isFixed: true },
    {
      name: 'full_name',
      label: pages.name,
      type: 'text',
      autocomplete: 'name',
      value: submission.fullName ?? '',
    },
    { name: 'password', label: pages.password, type: 'password', autocomplete: 'new-password' },
  ];
  return { title, content: form(fields, pages.join.button, submission.problem), status, language };
}

/** Only browsers without JavaScript submit the form, so the web client is not part of this page. */
function formAgain(offer: Offer, submission: Submission, language: Language): PageContent {
  const { status, ...page } = offerPage(offer, submission, language);
  return htmlPage(page, { status });
}

async function submit(ctx: Ctx, request: PageRequest): Promise<PageContent> {
  const token = tokenOf(request);
  const { call, language } = request;
  const offer = await ctx.rpc.userAdmin.getJoinOffer({ token }, call);
  if (!offer.isOpen) return formAgain(offer, {}, language);
  return offer.email === ''
    ? confirmAddress(ctx, request, offer, token)
    : createAccount(ctx, request, offer, token);
}

async function confirmAddress(
  ctx: Ctx,
  { form: sent, call, language }: PageRequest,
  offer: Offer,
  token: string,
): Promise<PageContent> {
  const email = sent.email ?? '';
  const done = await attempt(language, () => ctx.rpc.userAdmin.confirmAddress({ token, email }, call));
  if (done.problem !== undefined) return formAgain(offer, { ...done, email }, language);
  const { checkMail: title, join } = textsIn(language).pages;
  return htmlPage({ title, content: paragraph(join.sent({ email })), language });
}

async function createAccount(
  ctx: Ctx,
  { form: sent, call, language }: PageRequest,
  offer: Offer,
  token: string,
): Promise<PageContent> {
  const fullName = sent.full_name ?? '';
  const request = { token, fullName, password: sent.password ?? '', timezone: sent.timezone ?? '' };
  const done = await attempt(language, () => ctx.rpc.userAdmin.join(request, call));
  if (done.problem !== undefined) return formAgain(offer, { ...done, fullName }, language);
  const { token: sessionToken, lifeSeconds } = required(done.value.session, 'session');
  const { welcome, joined } = textsIn(language).pages.join;
  const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
  const content = `<p>${joined({ address: code(ctx.config.publicUrl), email: code(offer.email) })}</p>`;
  return htmlPage(
    { title: welcome({ organization: offer.organization }), content, language },
    {
      headers: { 'set-cookie': sessionCookies(sessionToken, lifeSeconds, ctx.config.isSecure) },
    },
  );
}

const nameOf = (path: string): string => (path === '/register' ? 'register-page' : 'join-page');

export const joinPages: readonly Page[] = paths.flatMap((path): Page[] => [
  { path, operation: nameOf(path), handle: show },
  { method: 'POST', path, operation: `submit-${nameOf(path)}`, handle: submit },
]);
