import type { Router } from '../router/router.ts';

/** Goes back to the previous view. If the page was opened with the current view, goes to the list that contains it. */
export function goBack(router: Router): void {
  const here = router.route();
  if (router.hasPrevious()) router.back();
  else if (here.view === 'messages' && here.narrow.some(({ operator }) => operator === 'dm'))
    router.go('#direct');
  else router.go('#channels');
}
