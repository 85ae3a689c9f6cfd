import type { PicturePolicy } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import { findPictures, putWantedPicture } from '../db/provider-pictures.ts';
import { hasOwnPicture, pictureDigest } from '../domain/provider-picture.ts';

/**
 * Stores that an account is to get the picture that its provider sent. Does nothing if the provider's picture has not changed,
 * or if the account keeps an uploaded picture. A worker loads the picture later, so a sign-in does not wait for it, and does not
 * fail because of it.
 * @param picture result of `pictureAddress`; undefined when the provider sent none, which changes nothing
 */
export async function wantPicture(
  tx: Tx,
  person: Pick<Person, 'userId' | 'avatarSource' | 'avatarUrl'>,
  picture: string | undefined,
  { method, pictures = 'never' }: { method: string; pictures?: PicturePolicy | undefined },
): Promise<void> {
  if (picture === undefined || pictures === 'never') return;
  const { userId } = person;
  const known = await findPictures(tx, userId);
  const digest = pictureDigest(picture);
  if (known.some((each) => each.method === method && each.digest?.equals(digest))) return;
  const replacesOwn = pictures === 'replace-own';
  if (!replacesOwn && hasOwnPicture(person, known)) return;
  await putWantedPicture(tx, { userId, method, digest, address: picture, replacesOwn });
}
