import { integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';

export const mutedUser = params({ muted_user_id: integer({ min: 0 }).inPath() });
