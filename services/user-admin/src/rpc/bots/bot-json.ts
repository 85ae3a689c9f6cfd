import type { Person } from '../../domain/person.ts';
import { presentBot } from '../../domain/present-user.ts';

/** As the API shows a bot to who may change it. */
export const jsonOf = (bot: Person): Buffer => Buffer.from(JSON.stringify(presentBot(bot)));
