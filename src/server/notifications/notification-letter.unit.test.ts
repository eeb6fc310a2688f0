import { expect, test } from 'vitest';
import { letterOf } from './notification-letter.ts';

const STATEMENT = {
  userId: 1n,
  kind: 'statement_ready',
  subject: 'Statement of October 2026',
  words: 'Harbor Capital has made the statement for October 2026.',
  path: '/documents',
} as const;

function wordsOf(attachedCount: number, leftOutCount: number, failedCount = 0) {
  const attachment = {
    fileName: 'NGP-2026-10.pdf',
    contentType: 'application/pdf',
    content: Buffer.alloc(1),
  };
  const { paragraphs } = letterOf([STATEMENT], {
    name: 'Harbor Capital',
    supportEmail: 'help@harbor.example',
    origin: 'https://portal.harbor.example',
    switchOff: 'https://portal.harbor.example/unsubscribe',
    attached: {
      attachments: Array.from({ length: attachedCount }, () => attachment),
      leftOutCount,
      failed: Array.from({ length: failedCount }, () => ({
        syndicateId: 1n,
        statementId: 1n,
        err: 'broken',
      })),
    },
  });
  return paragraphs.slice(1);
}

test('STMT-31 the mail says which PDFs it has, and how many are in the portal only', () => {
  expect(wordsOf(0, 0)).toEqual([]);
  expect(wordsOf(1, 0)).toEqual(['The PDF is attached, as you chose in My Profile.']);
  expect(wordsOf(12, 3)).toEqual([
    '12 PDFs are attached, as you chose in My Profile. 3 did not fit into this mail and are in the portal.',
  ]);
  expect(wordsOf(0, 1)).toEqual(['One did not fit into this mail and is in the portal.']);
});

test('STMT-32 the mail says which PDFs could not be made, and where the statements are', () => {
  expect(wordsOf(0, 0, 1)).toEqual([
    'The PDF of one statement could not be created, so it is not attached. The statement is in the portal under Documents.',
  ]);
  expect(wordsOf(1, 1, 2)).toEqual([
    'The PDF is attached, as you chose in My Profile. One did not fit into this mail and is in the portal. The PDFs of 2 statements could not be created, so they are not attached. The statements are in the portal under Documents.',
  ]);
});
