import { errors } from '@parley/core';
import { textsIn } from '@parley/texts';
import type { Ctx } from '../../context.ts';
import { htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import { parseUrlencoded } from '../../edge/declaration/raw-parameters.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { completePath, PersonalZoom } from '../../video-calls/personal-zoom.ts';
import { attempt } from './attempt.ts';
import { redirectTo } from './redirect.ts';
import { personOf, signInFirst } from './session-person.ts';

/** @throws NOT_FOUND when people cannot connect their own accounts in this deployment */
function personalZoom({ zoom }: Ctx): PersonalZoom {
  if (zoom instanceof PersonalZoom) return zoom;
  throw errors.notFound();
}

/** Pages for connecting a person's Zoom account. The first one redirects to Zoom, and Zoom redirects back to the second one. */
export const connectZoomPages: readonly Page[] = [
  {
    path: '/calls/zoom/register',
    operation: 'connect-zoom-page',
    async handle(ctx, request) {
      const zoom = personalZoom(ctx);
      const person = await personOf(ctx, request);
      return person ? redirectTo(zoom.consentAddress(person.sessionSha256)) : signInFirst(ctx, request);
    },
  },
  {
    path: completePath,
    operation: 'complete-zoom-page',
    async handle(ctx, request) {
      const zoom = personalZoom(ctx);
      const person = await personOf(ctx, request);
      if (!person) return signInFirst(ctx, request);
      const { language, query } = request;
      const { code = '', state = '' } = parseUrlencoded(query);
      const { sessionSha256, call } = person;
      const done = await attempt(language, () => zoom.connect({ code, state, sessionSha256 }, call));
      const { connected, notConnected, close } = textsIn(language).pages.zoom;
      return done.problem === undefined
        ? htmlPage({ title: connected, content: paragraph(close), language })
        : htmlPage(
            { title: notConnected, content: paragraph(done.problem), language },
            { status: done.status },
          );
    },
  },
];
