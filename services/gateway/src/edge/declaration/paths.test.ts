import { expect, it } from 'vitest';
import { withPlainSlashes } from './paths.ts';

it.each([
  ['/user_uploads/2%2Fab%2ff.txt', '/user_uploads/2/ab/f.txt'],
  ['/api/v1/user_uploads/2%2Fab%2Ff.txt?x=%2F', '/api/v1/user_uploads/2/ab/f.txt?x=%2F'],
  ['/api/v1//user_uploads/2%2Ff%20g', '/api/v1//user_uploads/2/f%20g'],
  ['/api/v1/users/a%2Fb', '/api/v1/users/a%2Fb'],
  ['/api/v1/tus/..%2f..%2fetc', '/api/v1/tus/..%2f..%2fetc'],
])('encoded slashes separate the parts of an upload’s path and of no other: %s', (url, plain) => {
  expect(withPlainSlashes(url)).toBe(plain);
});
