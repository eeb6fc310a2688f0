/** What was found alike in many rows: how often, and where first. */
export interface Group<T> {
  count: number;
  first: T[];
}

/** So many are shown of each group. */
const MAX_SHOWN = 5;

/** Every message is one of few, so there are more groups than this only where a message quotes the row. */
const MAX_GROUPS = 1_000;

export function createGroups<T extends { line: number }>() {
  const groups = new Map<string, Group<T>>();
  return {
    add(key: string, found: T): void {
      const group = groups.get(key);
      if (!group) {
        if (groups.size < MAX_GROUPS) groups.set(key, { count: 1, first: [found] });
        return;
      }
      group.count += 1;
      if (group.first.length < MAX_SHOWN) group.first.push(found);
    },
    all: (): Group<T>[] =>
      [...groups.values()].toSorted((one, other) => (one.first[0]?.line ?? 0) - (other.first[0]?.line ?? 0)),
  };
}
