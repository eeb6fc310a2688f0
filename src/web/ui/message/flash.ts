export type FlashTone = 'good' | 'bad';

export interface FlashMessage {
  readonly id: number;
  readonly text: string;
  readonly tone: FlashTone;
}

interface FlashOptions {
  tone?: FlashTone;
  /** The requirements say 3 or 4 seconds for each message. */
  seconds?: 3 | 4;
}

interface FlashState {
  readonly messages: readonly FlashMessage[];
  /** The components that can show messages, the topmost last, because a message behind an open dialog would not be seen or heard. */
  readonly outlets: readonly symbol[];
}

let state: FlashState = { messages: [], outlets: [] };
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows and announces a message for a few seconds. Can be called from anywhere. */
export function flash(text: string, { tone = 'good', seconds = 3 }: FlashOptions = {}): void {
  lastId += 1;
  const message: FlashMessage = { id: lastId, text, tone };
  change({ messages: [...state.messages.filter((other) => other.text !== text), message] });
  setTimeout(
    () => change({ messages: state.messages.filter(({ id }) => id !== message.id) }),
    seconds * 1000,
  );
}

/** Returns a function that unregisters it. */
export function addFlashOutlet(outlet: symbol): () => void {
  change({ outlets: [...state.outlets, outlet] });
  return () => change({ outlets: state.outlets.filter((other) => other !== outlet) });
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
