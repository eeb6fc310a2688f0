export type FlashTone = 'good' | 'bad';

export interface FlashMessage {
  readonly id: number;
  readonly text: string;
  readonly tone: FlashTone;
}

interface FlashOptions {
  tone?: FlashTone;
  /** The catalogue of messages has 3 or 4. */
  seconds?: 3 | 4;
}

interface FlashState {
  readonly messages: readonly FlashMessage[];
  /** Where messages can appear, the topmost last: behind an open dialog nobody would see or hear them. */
  readonly places: readonly symbol[];
}

let state: FlashState = { messages: [], places: [] };
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows and announces a message for a few seconds, from anywhere. */
export function flash(text: string, { tone = 'good', seconds = 3 }: FlashOptions = {}): void {
  lastId += 1;
  const message: FlashMessage = { id: lastId, text, tone };
  change({ messages: [...state.messages.filter((other) => other.text !== text), message] });
  setTimeout(
    () => change({ messages: state.messages.filter(({ id }) => id !== message.id) }),
    seconds * 1000,
  );
}

/** Gives what takes the place back. */
export function addFlashPlace(place: symbol): () => void {
  change({ places: [...state.places, place] });
  return () => change({ places: state.places.filter((other) => other !== place) });
}

export function subscribeToFlashes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readFlashes = (): FlashState => state;

function change(changes: Partial<FlashState>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}
