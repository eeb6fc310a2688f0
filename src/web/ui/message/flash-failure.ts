import { messageOf } from '../../lib/api-error.ts';
import { flash } from './flash.ts';

/** For an action without a place of its own to say why it failed. */
export const flashFailure = (error: unknown): void => flash(messageOf(error), { tone: 'bad', seconds: 4 });
