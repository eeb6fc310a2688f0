export interface Finding {
  state: 'ok' | 'warning' | 'failed';
  subject: string;
  /** What was found and, unless all is well, what to do about it. */
  text: string;
}

export interface Check {
  subject: string;
  /** What to do when the check itself fails. */
  advice: string;
  look(): Promise<Finding[]>;
}

const finding =
  (state: Finding['state']) =>
  (subject: string, text: string): Finding => ({ state, subject, text });

export const ok = finding('ok');
export const warning = finding('warning');
export const failed = finding('failed');
