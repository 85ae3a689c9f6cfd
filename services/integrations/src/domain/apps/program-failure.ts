/** What errors of the network mean, by their beginnings as Node and `@parley/outside` give them. */
const meanings: readonly (readonly [pattern: RegExp, words: (detail: string) => string])[] = [
  [/^timeout$/, () => 'The program did not answer in time.'],
  [/^connect ECONNREFUSED (.+)$/, (address) => `Nothing accepts connections at ${address}.`],
  [/^connect \w+ (.+)$/, (address) => `There is no connection to ${address}.`],
  [/^getaddrinfo \w+ (.+)$/, (host) => `The name ${host} is not known.`],
  [/^(.+) has no address$/, (host) => `The name ${host} is not known.`],
  [/^(.+) is not public$/, (host) => `${host} is not a public address.`],
  [/^port (\d+) is not allowed$/, (port) => `The port ${port} is not allowed.`],
  [/^(?:socket hang up|read ECONNRESET|write E\w+|aborted)/, () => 'The connection ended before an answer.'],
  [/^the answer is too large$/, () => 'The answer is too large.'],
  [
    /^(.*certificate.*|.*altnames.*)$/i,
    (detail) => `The certificate of the program is not valid: ${detail}.`,
  ],
];

/** Returns why a program could not be reached, as a sentence for the owner of its bot. What is not known stays as it is. */
export function failureInWords(error: string): string {
  for (const [pattern, words] of meanings) {
    const found = pattern.exec(error);
    if (found) return words(found[1] ?? '');
  }
  return error;
}
