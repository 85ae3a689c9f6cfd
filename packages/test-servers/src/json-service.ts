import type { IncomingHttpHeaders } from 'node:http';
import { chunksOf } from '@parley/core';
import { type Site, startSite } from './site.ts';

/** A request to the JSON service, with its complete body as text. */
export type JsonRequest = { path: string; headers: IncomingHttpHeaders; text: string };

/** Sends the answer to a request: a status, a JSON body and optional headers. */
export type JsonAnswer = (status: number, body: object, headers?: Readonly<Record<string, string>>) => void;

/** Starts a local web service that answers with JSON. When `handle` throws, the service answers with status 500. */
export const startJsonService = (handle: (request: JsonRequest, answer: JsonAnswer) => void): Promise<Site> =>
  startSite(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(chunksOf(request))).toString();
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
