/** With how long their texts are, in characters, for the time that they are on their way. */
export const DEAL_COLUMNS = [
  { header: 'MID', bone: 6 },
  { header: 'Company Name', bone: 20 },
  { header: 'Gross Amount', bone: 8 },
  { header: 'Mgt Fee', bone: 6 },
  { header: 'Net Pay', bone: 8 },
  { header: 'No. of Transactions', bone: 2 },
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
