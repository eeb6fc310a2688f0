import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useAction } from '../../../ui/use-action.ts';
import { type IssuedLink, useIssueLink } from './submissions.api.ts';

/** A dialog that sends a link or an invite, once however often it is pressed: the key is that of the dialog. */
export function useIssuing() {
  const issueLink = useIssueLink();
  const [key] = useState(() => crypto.randomUUID());
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const issue = (body: Parameters<typeof issueLink>[0], onIssued: (issued: IssuedLink) => void) =>
    run(async () => onIssued(await issueLink(body, key)));
  return { isPending, failure, setFailure, issue };
}
