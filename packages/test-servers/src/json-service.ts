import type { IncomingHttpHeaders } from 'node:http';
import { type Site, startSite } from './site.ts';

/** A request to a stand-in, with its whole body. */
export type JsonRequest = { path: string; headers: IncomingHttpHeaders; text: string };

/** Answers a request with a status, a JSON body and further headers. */
export type JsonAnswer = (status: number, body: object, headers?: Readonly<Record<string, string>>) => void;

/** Starts a web service that answers with JSON. A failure of `handle` is answered with 500. */
export const startJsonService = (handle: (request: JsonRequest, answer: JsonAnswer) => void): Promise<Site> =>
  startSite(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const answer: JsonAnswer = (status, body, headers) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    try {
      handle({ path: request.url ?? '', headers: request.headers, text }, answer);
    } catch (error) {
      answer(500, { error: String(error) });
    }
  });
