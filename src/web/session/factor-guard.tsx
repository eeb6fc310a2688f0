import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';
import { patientChunk } from '../lib/code-chunk.ts';
import { onFactorNeeded } from '../lib/confirm-factor.ts';

/** Loaded only for users who have a second factor. */
const FactorDialog = lazy(async () => {
  const { FactorDialog: component } = await patientChunk(import('./factor-dialog.tsx'));
  return { default: component };
});

interface Question {
  methods: readonly SecondFactorMethod[];
  answer: (isConfirmed: boolean) => void;
}

/** Asks for the second factor whenever a call needs it, above whichever form made the call. */
export function FactorGuard() {
  const [question, setQuestion] = useState<Question | null>(null);

  const open = useRef<Question>(null);

  useEffect(() => {
    onFactorNeeded(
      (methods) =>
        new Promise((resolve) => {
          const answer = (isConfirmed: boolean) => {
            open.current = null;
            setQuestion(null);
            resolve(isConfirmed);
          };
          open.current = { methods, answer };
          setQuestion(open.current);
        }),
    );
    return () => {
      onFactorNeeded(async () => false);
      // The user has signed out, so nobody will answer any more.
      open.current?.answer(false);
    };
  }, []);

  if (!question) return null;
  return (
    <Suspense>
      <FactorDialog methods={question.methods} onAnswer={question.answer} />
    </Suspense>
  );
}
