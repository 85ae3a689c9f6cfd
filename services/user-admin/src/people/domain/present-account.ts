import type { Account } from '@parley/proto/useradmin/v1/operators';
import type { Person } from '../../kernel/domain/person.ts';

/** Returns an account in the form in which operators see it. */
export const accountOf = (person: Person): Account => ({
  userId: person.userId,
  email: person.deliveryEmail,
  fullName: person.fullName,
  role: person.role,
  isBot: person.isBot,
  isActive: person.isActive,
  joinedAt: person.joinedAt,
});
