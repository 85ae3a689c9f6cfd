/** Requests to providers of GIFs, and their answers. No I/O. */
import { isRecord, required } from '@parley/core';

/** The configured providers by name: the key of the organization's operator, and the address of the API. */
export type GifProviders = Partial<Record<'giphy' | 'tenor', { key: string; url: string }>>;
export type GifProviderName = keyof GifProviders;

/** What is searched for. `position` is empty for the first page. */
export type GifQuery = { query: string; rating: number; language: string; position: string };

/** A GIF: its address in messages, and a small animation for the picker. */
export type FoundGif = {
  title: string;
  url: string;
  preview: { url: string; width: number; height: number };
};
export type FoundGifs = { gifs: FoundGif[]; nextPosition: string };

/** Number of GIFs of a page. */
const pageSize = 24;
const maxTitle = 200;
/** Ratings by their number in the setting `gif_rating_policy`: as GIPHY names them, and as Tenor's filter. */
const ratings = [undefined, ['g', 'high'], ['pg', 'medium'], ['pg-13', 'low'], ['r', 'off']] as const;

type Provider = {
  addressOf(base: string, key: string, query: GifQuery): URL;
  parse(answer: unknown, query: GifQuery): FoundGifs;
};

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json => (isRecord(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 100) : []);

/** Returns a web address of bounded length; undefined for anything else. */
const webAddress = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text.length <= 2_000 && /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
};

/** Returns a size in pixels, which some providers send as text; undefined for anything else. */
const pixels = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= 10_000 ? number : undefined;
};

/** Returns a GIF; nothing when a part is missing. */
function gifOf(
  title: string,
  url: string | undefined,
  preview: { url: string | undefined; width: number | undefined; height: number | undefined },
): FoundGif[] {
  const { url: small, width, height } = preview;
  if (url === undefined || small === undefined || width === undefined || height === undefined) return [];
  return [{ title: titleOf(title), url, preview: { url: small, width, height } }];
}

const providers: Readonly<Record<GifProviderName, Provider>> = {
  giphy: {
    addressOf(base, key, { query, rating, language, position }) {
      const url = new URL(query === '' ? 'v1/gifs/trending' : 'v1/gifs/search', base);
      url.searchParams.set('api_key', key);
      if (query !== '') url.searchParams.set('q', query);
      if (query !== '' && language !== '') url.searchParams.set('lang', language);
      url.searchParams.set('limit', String(pageSize));
      url.searchParams.set('offset', String(offsetOf(position)));
      url.searchParams.set('rating', required(ratings[rating], 'rating')[0]);
      return url;
    },
    parse(answer, { position }) {
      const data = entriesOf(objectOf(answer).data);
      const total = Number(objectOf(objectOf(answer).pagination).total_count);
      const next = offsetOf(position) + data.length;
      const gifs = data.map(objectOf).flatMap((gif) => {
        const images = objectOf(gif.images);
        const small = objectOf(images.fixed_width);
        const large = webAddress(objectOf(images.downsized).url) ?? webAddress(objectOf(images.original).url);
        return gifOf(textOf(gif.alt_text) || textOf(gif.title), withoutQuery(large), {
          url: withoutQuery(webAddress(small.url)),
          width: pixels(small.width),
          height: pixels(small.height),
        });
      });
      return { gifs, nextPosition: data.length > 0 && next < total ? String(next) : '' };
    },
  },
  tenor: {
    addressOf(base, key, { query, rating, language, position }) {
      const url = new URL(query === '' ? 'v2/featured' : 'v2/search', base);
      url.searchParams.set('key', key);
      url.searchParams.set('client_key', 'parley');
      if (query !== '') url.searchParams.set('q', query);
      if (language !== '') url.searchParams.set('locale', language);
      url.searchParams.set('limit', String(pageSize));
      if (position !== '') url.searchParams.set('pos', position);
      url.searchParams.set('contentfilter', required(ratings[rating], 'rating')[1]);
      url.searchParams.set('media_filter', 'gif,mediumgif,tinygif');
      return url;
    },
    parse(answer) {
      const { results, next } = objectOf(answer);
      const gifs = entriesOf(results)
        .map(objectOf)
        .flatMap((gif) => {
          const formats = objectOf(gif.media_formats);
          const small = objectOf(formats.tinygif);
          const large = webAddress(objectOf(formats.mediumgif).url) ?? webAddress(objectOf(formats.gif).url);
          const [width, height] = entriesOf(small.dims).map(pixels);
          return gifOf(textOf(gif.content_description) || textOf(gif.title), large, {
            url: webAddress(small.url),
            width,
            height,
          });
        });
      return { gifs, nextPosition: gifs.length === 0 ? '' : textOf(next).slice(0, 500) };
    },
  },
};

/** Returns the address of a search. It contains the key, so it must not be logged. */
export const gifSearchAddress = (
  name: GifProviderName,
  { url, key }: { url: string; key: string },
  query: GifQuery,
): URL => providers[name].addressOf(url, key, query);

/** Returns what an answer contains. What has an unknown form is left out. */
export const parseGifs = (name: GifProviderName, answer: unknown, query: GifQuery): FoundGifs =>
  providers[name].parse(answer, query);

/** Returns whether this is a rating with which GIFs are searched. */
export const isGifRating = (rating: number): boolean => ratings[rating] !== undefined;

const offsetOf = (position: string): number => (/^\d{1,4}$/.test(position) ? Number(position) : 0);

/** Returns a title in one line of bounded length. */
const titleOf = (title: string): string =>
  title
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxTitle)
    .toWellFormed();

/** Removes what GIPHY adds to an address to follow who loads it. */
function withoutQuery(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = new URL(address);
  url.search = '';
  return url.href;
}
