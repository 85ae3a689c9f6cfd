import { connect } from 'node:net';

/** An HTTP answer as read from the socket. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are checked by what cases expect of them
  readonly body: any;
};

/**
 * A request: its request line, additional header lines, and body. `exchange` adds `host`, `connection: close` and, if
 * necessary, `content-length`.
 */
export type Sent = { readonly line: string; readonly headers?: readonly string[]; readonly body?: string };

/** Sends exactly this request over a socket. Reads the answer until the server closes the connection. */
export async function exchange(url: string, { line, headers = [], body = '' }: Sent): Promise<Answer> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(30_000, () => socket.destroy(new Error(`no answer to ${line} within 30 s`)));
  const head = [`${line} HTTP/1.1`, `host: ${host}`, 'connection: close', ...headers];
  if (body !== '' || !line.startsWith('GET ')) head.push(`content-length: ${Buffer.byteLength(body)}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return parse(Buffer.concat(parts));
}

function parse(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = bytes.subarray(end + 4);
  const text = (headers['transfer-encoding'] === 'chunked' ? dechunked(rest) : rest).toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: Number(first.split(' ')[1]), headers, text, body };
}

function dechunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', offset);
    const size = Number.parseInt(bytes.subarray(offset, end).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    offset = end + 2 + size + 2;
  }
}
