import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';

export const mutedUser = params({ muted_user_id: integer({ min: 0 }).inPath() });
