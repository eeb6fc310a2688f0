/** The columns, with the width of their skeletons in characters. */
export const DEAL_COLUMNS = [
  { header: 'MID', skeletonCharacters: 6 },
  { header: 'Company Name', skeletonCharacters: 20 },
  { header: 'Gross Amount', skeletonCharacters: 8 },
  { header: 'Mgt Fee', skeletonCharacters: 6 },
  { header: 'Net Pay', skeletonCharacters: 8 },
  { header: 'No. of Transactions', skeletonCharacters: 2 },
] as const;

export function DealsTableHead() {
  return (
    <thead>
      <tr>
        {DEAL_COLUMNS.map(({ header }) => (
          <th key={header} scope="col">
            {header}
          </th>
        ))}
      </tr>
    </thead>
  );
}
