import { channels } from './german-channels.ts';
import { files } from './german-files.ts';
import { messages } from './german-messages.ts';
import { organization } from './german-organization.ts';
import { people } from './german-people.ts';
import { requests } from './german-requests.ts';

/**
 * German texts of all errors, by the English text that the code throws. A new error is translated here first: an
 * English text that is missing here does not compile.
 */
export const germanErrors = {
  ...requests,
  ...channels,
  ...messages,
  ...files,
  ...people,
  ...organization,
} as const;

/** The English text of an error, with placeholders (`{name}`) for values. */
export type ErrorTemplate = keyof typeof germanErrors;
