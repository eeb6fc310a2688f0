import { useContext, useState } from 'react';
import { fcsContract } from '../../../shared/contract/fcs.ts';
import { adviceFor } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';
import { ReadSheetContext } from './fcs.api.ts';

/** Opens a statement's file in a new tab. The link is requested on each press, because it is valid for one minute. */
export function useOpenStatement() {
  const [isOpening, setIsOpening] = useState(false);
  const sheet = useContext(ReadSheetContext);
  const save = async (fileId: bigint) => {
    setIsOpening(true);
    await sheet
      ?.openStatement(fileId)
      .catch((error: unknown) => flash(adviceFor(error), { tone: 'bad', seconds: 4 }));
    setIsOpening(false);
  };
  const open = async (fileId: bigint) => {
    // Opened before anything is awaited, because a browser opens a tab only as a direct result of a press.
    const tab = window.open('', '_blank');
    if (!tab) {
      flash('Your browser did not open a new tab. Please allow it for this page.', {
        tone: 'bad',
        seconds: 4,
      });
      return;
    }
    tab.opener = null;
    setIsOpening(true);
    try {
      const { address } = await call(
        fcsContract.linkToStatement,
        { params: { fileId } },
        { whenUnanswered: 'The portal did not answer. Please try again.' },
      );
      tab.location.replace(new URL(address, window.location.origin));
    } catch (error) {
      tab.close();
      flash(adviceFor(error), { tone: 'bad', seconds: 4 });
    } finally {
      setIsOpening(false);
    }
  };
  return { open: sheet ? save : open, isOpening };
}
