import { channels } from './german-channels.ts';
import { files } from './german-files.ts';
import { integrations } from './german-integrations.ts';
import { messages } from './german-messages.ts';
import { organization } from './german-organization.ts';
import { people } from './german-people.ts';
import { requests } from './german-requests.ts';

/**
 * German texts of all errors. The keys are the English texts that the code throws. Add a new error here first: code that throws
 * an English text without an entry here does not compile.
 */
export const germanErrors = {
  ...requests,
  ...channels,
  ...messages,
  ...files,
  ...people,
  ...organization,
  ...integrations,
} as const;

/** English text of an error, with placeholders (`{name}`) for values. */
export type ErrorTemplate = keyof typeof germanErrors;
