export interface TableViewProps {
  syndicate: { id: bigint; name: string };
}
