import { maskedNumber } from '../../../shared/domain/bank-account.ts';

interface ShownAccount {
  bankName: string | null;
  accountNumberLast4: string | null;
}

/** 'First Commonwealth •••• 4417'; null where no account is known. */
export const payToInWords = ({ bankName, accountNumberLast4 }: ShownAccount): string | null =>
  bankName === null || accountNumberLast4 === null ? null : `${bankName} ${maskedNumber(accountNumberLast4)}`;
