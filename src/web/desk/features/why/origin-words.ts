import { formatMoment } from '../../../lib/moment.ts';
import type { Line } from './why.api.ts';

/** From where a line came, and who posted it. */
export function originInWords({
  kind,
  fileName,
  line,
  runId,
  reason,
  otherReference,
}: Line['origin']): string {
  switch (kind) {
    case 'day file':
      return `${fileName === '' ? 'Sent without a file name' : fileName}, line ${line}, posting run ${runId}`;
    case 'import':
      return `Import of ${fileName}, line ${line}`;
    case 'correction':
      return `Correction${otherReference ? `, with ${otherReference}` : ''}: ${reason}`;
    default:
      return 'Posted before the portal kept the file';
  }
}

export const posterInWords = ({ by, at }: Line['origin']): string =>
  by === null ? `Not known who, ${formatMoment(at)}` : `${by}, ${formatMoment(at)}`;
