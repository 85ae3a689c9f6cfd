import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { PayloadError } from './payload.ts';

/** Maximum size of a body after decompression, in bytes. */
const maxBytes = 4 * 1024 * 1024;
/** Maximum depth of nested JSON. Real payloads have at most about twenty levels. */
const maxDepth = 100;
/** Maximum number of fields of a form. */
const maxFields = 1_000;

export type ReadBody = { value: unknown; text: string };

type Headers = Readonly<Record<string, string>>;

/**
 * Reads a body as JSON, form or text, whatever its type and charset claim.
 * @throws PayloadError when it is none of them, is nested too deeply or is too large
 */
export async function readBody(body: Uint8Array, headers: Headers): Promise<ReadBody> {
  const bytes = decompress(body, headers['content-encoding'] ?? '');
  const type = (headers['content-type'] ?? '').trim();
  const [kind = '', ...parameters] = type.split(';').map((part) => part.trim());
  const charset = parameters.find((part) => /^charset=/i.test(part))?.replace(/^charset="?([^"]*)"?$/i, '$1');
  const text = decode(bytes, charset);
  const mime = kind.toLowerCase();
  if (mime === 'multipart/form-data') return { value: await multipart(bytes, type), text };
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined, text };
  const isForm = mime === 'application/x-www-form-urlencoded';
  // Many programs send JSON as the type of forms, or with no type.
  const looksLikeJson = /^[[{]/.test(trimmed);
  if (looksLikeJson) {
    const value = parseJson(trimmed);
    if (value !== undefined) return { value: value.json, text };
    if (!isForm) throw new PayloadError('The payload is no valid JSON.');
  }
  if (isForm) return { value: fromForm([...new URLSearchParams(trimmed)].slice(0, maxFields)), text };
  if (/[/+]json$/.test(mime)) {
    const value = parseJson(trimmed);
    if (value === undefined) throw new PayloadError('The payload is no valid JSON.');
    return { value: value.json, text };
  }
  return { value: text, text };
}

function decompress(body: Uint8Array, encoding: string): Uint8Array {
  const options = { maxOutputLength: maxBytes };
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return body;
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, options);
      case 'deflate':
        return inflateSync(body, options);
      case 'br':
        return brotliDecompressSync(body, options);
    }
  } catch {
    throw new PayloadError('The payload could not be decompressed.');
  }
  throw new PayloadError('The payload has an unknown encoding.');
}

/**
 * Returns which UTF-16 a text has, by its mark, or by a zero in its first letter, which is ASCII in JSON and forms; undefined when it has
 * another charset.
 */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
}

/** Decodes a text: what its bytes say counts more than the charset that the sender names. */
function decode(bytes: Uint8Array, charset: string | undefined): string {
  for (const label of [utf16Of(bytes), 'utf-8', charset, 'windows-1252']) {
    if (label === undefined) continue;
    // Texts in other charsets than UTF-8 are rarely valid UTF-8; those of UTF-16 contain null bytes.
    if (label === 'utf-8' && charset !== undefined && /^utf-?16/i.test(charset)) continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {}
  }
  return new TextDecoder().decode(bytes);
}

function parseJson(text: string): { json: unknown } | undefined {
  if (depthOf(text) > maxDepth) throw new PayloadError('The payload is nested too deeply.');
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Returns how deeply brackets are nested outside of strings. */
function depthOf(text: string): number {
  let [depth, deepest, isInString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) isInString = false;
    } else if (unit === 0x22) isInString = true;
    else if (unit === 0x7b || unit === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return deepest;
}

/** Returns the fields of a form as an object; the JSON of its field `payload` when it has one. */
function fromForm(fields: readonly (readonly [name: string, value: string])[]): unknown {
  const form: Record<string, unknown> = Object.create(null);
  for (const [name, value] of fields) {
    const before = form[name];
    if (before === undefined) form[name] = value;
    else form[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  const payload = form.payload;
  if (typeof payload === 'string') {
    const parsed = parseJson(payload.trim());
    if (parsed && typeof parsed.json === 'object' && parsed.json !== null) return parsed.json;
    if (/^\s*[[{]/.test(payload)) throw new PayloadError('The payload is no valid JSON.');
  }
  return { ...form };
}

async function multipart(bytes: Uint8Array, type: string): Promise<unknown> {
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
    const fields: [string, string][] = [];
    for (const [name, value] of form) {
      if (fields.length >= maxFields) break;
      // Files are not received. Their names say that there were some.
      fields.push([name, typeof value === 'string' ? value : value.name]);
    }
    return fromForm(fields);
  } catch (error) {
    if (error instanceof PayloadError) throw error;
    throw new PayloadError('The payload is no valid form.');
  }
}
